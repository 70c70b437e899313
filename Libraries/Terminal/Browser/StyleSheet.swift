/// The icon of all pages.
package enum Icon {
    package static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/>\
        <path d="M9 8v16M9 16h8M17 10h6M17 16h6M17 22h6M17 10v12" stroke="#fff" stroke-width="2.5" fill="none"/></svg>
        """
}

/// The style of all pages, for light and dark screens, telephones and paper.
package enum StyleSheet {
    package static let text = """
        :root { color-scheme: light dark; \(light) }
        @media (prefers-color-scheme: dark) { :root { \(dark) } }
        \(rules)
        """

    /// The style of an example in another page, inside an element with this class.
    package static func nested(in name: String) -> String {
        """
        .\(name) { \(light) background: var(--card); color: var(--text);
        @media (prefers-color-scheme: dark) { \(dark) }
        \(rules)}
        """
    }

    private static let light = """
        --page: #f7f7f5; --card: #fff; --text: #1d2125; --quiet: #5b646e; --rule: #dcdfe3; --accent: #0b57d0;
        --on-accent: #fff; --alarm: #b3261e; --alarm-page: #fdecea; --note: #e8f0fe;
        """

    private static let dark = """
        --page: #121417; --card: #1b1e22; --text: #e6e8ea; --quiet: #a2abb5; --rule: #363c43; --accent: #a8c7fa;
        --on-accent: #062e6f; --alarm: #ffb4ab; --alarm-page: #3b1512; --note: #172a46;
        """

    private static let rules = """
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page);
        color: var(--text); font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP",
        "Noto Sans CJK JP", sans-serif; overflow-wrap: anywhere; }
        :lang(ja) { line-break: strict; } h1:lang(ja), h2:lang(ja), button:lang(ja) { word-break: auto-phrase; }
        h1, h2 { text-wrap: balance; } p { text-wrap: pretty; }
        a { color: var(--accent); text-underline-offset: .2em; }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
        header { width: 100%; max-width: 64rem; margin-inline: auto; }
        header, footer { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem;
        padding: .875rem clamp(1rem, 5vw, 3rem); }
        .brand { font-weight: 650; color: var(--text); text-decoration: none; margin-right: auto; }
        nav { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; font-size: .9375rem; }
        nav form { display: contents; } .hidden { position: absolute; left: -100vw; width: 1px; }
        footer form { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
        @media (max-width: 30rem) { nav { gap: 0 1rem; } .brand { width: 100%; } .actions button, .actions .button, .actions form { flex: 1 1 100%; width: 100%; } }
        nav button, footer button { font: inherit; border: 0; background: none; color: var(--accent); padding: .25rem 0;
        cursor: pointer; text-decoration: underline; text-underline-offset: .2em; min-height: 0; }
        footer { margin-top: auto; font-size: .9375rem; color: var(--quiet); justify-content: center; }
        main { width: min(100% - 1.5rem, 40rem); margin: clamp(.5rem, 4vh, 3rem) auto; padding: clamp(1.25rem, 5vw, 2.5rem);
        background: var(--card); border: 1px solid var(--rule); border-radius: 14px; }
        h1 { font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2rem); line-height: 1.25; margin: 0 0 1rem; letter-spacing: -.01em; }
        h1.alarm, .remark { color: var(--alarm); }
        h2 { font-size: 1.0625rem; margin: 0 0 .25rem; }
        p { margin: 0 0 1rem; }
        .notice { background: var(--note); border-radius: 8px; padding: .75rem 1rem; }
        .notice[role=alert], .summary { background: var(--alarm-page); }
        .summary { border-left: 4px solid var(--alarm); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.25rem; }
        .summary ul { margin: 0; padding-left: 1.25rem; }
        .summary a { color: var(--alarm); }
        .field { margin: 0 0 1.25rem; }
        label { display: block; font-weight: 600; margin-bottom: .375rem; }
        .remark, .hint { margin: 0 0 .375rem; font-size: .9375rem; } .hint { color: var(--quiet); }
        input, select { width: 100%; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--quiet);
        border-radius: 8px; padding: .625rem .75rem; min-height: 2.75rem; }
        input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; }
        input[aria-invalid=true], select[aria-invalid=true] { border: 2px solid var(--alarm); }
        .button { display: inline-block; text-align: center; text-decoration: none; }
        button, .button { font: inherit; font-weight: 600; cursor: pointer; min-height: 2.75rem; padding: .5rem 1.125rem;
        border-radius: 8px; border: 1px solid var(--quiet); background: transparent; color: var(--text); }
        button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        button.danger { background: var(--alarm); border-color: var(--alarm); color: var(--card); }
        button:hover, .button:hover { text-decoration: underline; text-underline-offset: .2em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
        .items { list-style: none; margin: 0 0 1rem; padding: 0; }
        .items li { border-top: 1px solid var(--rule); padding: 1rem 0; }
        .items p { margin: 0 0 .25rem; font-variant-numeric: tabular-nums; }
        .items form, .items .button { margin-top: .5rem; }
        details { margin: 0 0 1rem; } summary { cursor: pointer; }
        .output { background: var(--page); border: 1px solid var(--rule); border-radius: 8px; padding: 1rem;
        overflow-x: auto; font: .875rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono",
        "Liberation Mono", "Noto Sans Mono CJK JP", monospace; white-space: pre-wrap; }
        .picture { display: block; width: min(100%, 16rem); margin: 0 0 1.25rem; }
        progress { width: 100%; height: .375rem; accent-color: var(--accent); }
        @media print { header, footer, form { display: none; } main { border: 0; padding: 0; } }

        """
}
