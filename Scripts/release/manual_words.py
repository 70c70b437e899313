"""The sentences of the manual in each language that the program itself does not contain."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    locale: str
    folder: str
    manual: str
    name: str
    synopsis: str
    description: str
    commands: str
    arguments: str
    options: str
    statuses: str
    environment: str
    files: str
    see_also: str
    one_of: str
    default: str
    stands_for: str
    comma: str


ENGLISH = Words(
    locale="C.UTF-8",
    folder="man1",
    manual="User Commands",
    name="NAME",
    synopsis="SYNOPSIS",
    description="DESCRIPTION",
    commands="COMMANDS",
    arguments="ARGUMENTS",
    options="OPTIONS",
    statuses="EXIT STATUS",
    environment="ENVIRONMENT",
    files="FILES",
    see_also="SEE ALSO",
    one_of="One of {}.",
    default="The default is {}.",
    stands_for="Is used if {} is not given.",
    comma=", ",
)

JAPANESE = Words(
    locale="ja_JP.UTF-8",
    folder="ja/man1",
    manual="ユーザーコマンド",
    name="名前",
    synopsis="書式",
    description="説明",
    commands="コマンド",
    arguments="引数",
    options="オプション",
    statuses="終了ステータス",
    environment="環境変数",
    files="ファイル",
    see_also="関連項目",
    one_of="{}のいずれか。",
    default="省略時は{}。",
    stands_for="{}の指定がないときに使われる。",
    comma="、",
)

# Variables without an option, each with the option whose commands read them (None: all commands), and their purpose.
VARIABLES = [
    (
        ["{prefix}GITHUB_TOKEN"],
        "backend",
        "A token that raises the rate limit of GitHub.",
        "GitHubの回数の制限を緩めるトークン。",
    ),
    (
        ["{prefix}GITHUB_URL", "{prefix}GITHUB_STATUS_URL", "{prefix}MOVABLETYPE_URL"],
        "backend",
        "The base addresses of the outside services, for tests and proxies.",
        "外部のサービスのアドレス。テストやプロキシのためのもの。",
    ),
    (
        ["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
        "backend",
        "The proxies to use, and the hosts that are reached without one.",
        "使用するプロキシと、プロキシを通さないホスト。",
    ),
    (
        ["SSL_CERT_FILE"],
        "ca-file",
        "The certificate authorities to trust if nothing else names them.",
        "ほかに指定がないときに信頼する認証局。",
    ),
    (
        ["XDG_STATE_HOME", "HOME"],
        "state-dir",
        "Where the state directory is if nothing else names it.",
        "ほかに指定がないときの、状態のディレクトリの場所。",
    ),
    (
        ["LC_ALL", "LC_MESSAGES", "LANG"],
        None,
        "The first that is set decides on the language of messages if nothing else names it.",
        "ほかに指定がないとき、最初に設定されているものがメッセージの言語を決める。",
    ),
    (
        ["NO_COLOR", "TERM"],
        "splash",
        "There is no colour on a terminal if the first is set, or if the second is dumb.",
        "前者が設定されているか後者がdumbなら、ターミナルに色は付かない。",
    ),
    (["COLUMNS"], None, "The width of the help that the program writes.", "プログラムが書き出すヘルプの幅。"),
]

# Files, each with an option of the commands that use it.
FILES = [
    (
        "~/.local/state/{name}/",
        "state-dir",
        "The state directory, unless another one is named. On macOS it is in ~/Library/Application Support.",
        "ほかに指定がないときの、状態のディレクトリ。macOSでは ~/Library/Application Support の中にある。",
    ),
    ("store.json", "store", "What the application remembers.", "アプリが記憶しているもの。"),
    (
        "servers/",
        "backend",
        "What the application remembers for each server that --backend named.",
        "--backend で指定したサーバごとに、アプリが記憶しているもの。",
    ),
    (
        "registry.json",
        "store",
        "The UDIDs that the embedded backend has issued.",
        "組み込みのバックエンドが発行したUDID。",
    ),
    (
        "accounts.json",
        "store",
        "The accounts that the embedded backend keeps, with hashes of their passwords.",
        "組み込みのバックエンドが持つアカウント。パスワードはハッシュで残る。",
    ),
    ("journal/", "store", "The journals of runs that have not ended.", "終わっていない実行のジャーナル。"),
    (
        "devices.sqlite",
        "database",
        "The registrations and accounts, unless another database is named.",
        "ほかにデータベースの指定がないときの、登録とアカウントの保存先。",
    ),
]
