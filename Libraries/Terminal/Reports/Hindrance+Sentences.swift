import Usecases

extension Hindrance {
    /// What stood in the way, and what to do about it.
    var remedy: Sentence {
        switch self {
        case .noSpace:
            Sentence(en: "There is no space left: make some.", ja: "空き容量がありません。空きを作ってください。")
        case .noPermission:
            Sentence(
                en: "You may not do that there: change the permissions of the file and of its directory.",
                ja: "権限がありません。ファイルとディレクトリの権限を確かめてください。")
        case .foreignOwner:
            Sentence(
                en:
                    "Its directory belongs to another user, who could change or read what is kept there. Use a directory of yours.",
                ja: "ディレクトリが別のユーザのもので、その人が中身を読んだり書き換えたりできます。自分のディレクトリを使ってください。")
        case .openToOthers:
            Sentence(
                en:
                    "Other users may write to its directory. Take that away with `chmod go-w`, and check what is there.",
                ja: "ディレクトリにほかのユーザも書き込めます。`chmod go-w` でやめさせ、中身を確かめてください。")
        case .readOnly:
            Sentence(en: "The file system is read-only.", ja: "読み込み専用のファイルシステムです。")
        case .tooManyOpenFiles:
            Sentence(
                en: "Too many files are open: end other programs, or raise the limit with `ulimit -n`.",
                ja: "開いているファイルが多すぎます。ほかのプログラムを終えるか、`ulimit -n` で上限を上げてください。")
        case .unusablePlace:
            Sentence(
                en: "The path leads nowhere: a part of it is missing, or is a file or a link to what is not there.",
                ja: "パスの途中に、存在しないもの、ファイル、行き先のないリンクのいずれかがあります。パスを確かめてください。")
        case .alreadyThere:
            Sentence(en: "Something of that name is there already.", ja: "同じ名前のものがすでにあります。")
        case .irregularFile:
            Sentence(
                en: "It is a pipe, a device or a directory: only a file can be used.",
                ja: "パイプ、デバイス、ディレクトリのいずれかです。使えるのはファイルだけです。")
        case .tooLarge:
            Sentence(en: "It is larger than any that this program writes.", ja: "このプログラムが書くものより大きなファイルです。")
        case .heldLock:
            Sentence(
                en: "Another process works with it: wait for it to end, or end it, and try again.",
                ja: "ほかのプロセスが使っています。終わるのを待つか終わらせてから、もう一度お試しください。")
        case .newerVersion:
            Sentence(
                en: "Upgrade this program to that version or a later one.", ja: "このプログラムをそのバージョン以降に更新してください。"
            )
        case .unconfirmed:
            Sentence(
                en: "Check the disk, and run it again: a power cut may undo the change.",
                ja: "ディスクを確かめて、もう一度実行してください。停電で変更が失われることがあります。")
        }
    }
}
