import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the places of one file by its syntax. A place that does not compile is dropped later.
final class PlaceFinder: SyntaxVisitor {
    /// The conditions of `#if` that hold in the copy.
    #if canImport(Darwin)
    private static let trueConditions = ["Server", "canImport(Darwin)", "canImport(Combine)"]
    #else
    private static let trueConditions = ["Server", "!canImport(Darwin)", "canImport(Glibc)"]
    #endif

    private let file: String
    private let locations: SourceLocationConverter
    /// The only type of each name that the file declares, as text. It tells which arguments can be swapped.
    private let types: [String: String]
    private let deferred: Set<String>
    private(set) var places: [Place] = []

    static func places(in source: String, of file: String) -> [Place] {
        let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
        let finder = PlaceFinder(file: file, tree: tree)
        finder.walk(tree)
        return finder.places
    }

    private init(file: String, tree: Syntax) {
        self.file = file
        locations = SourceLocationConverter(fileName: file, tree: tree)
        let declared = DeclaredTypes(viewMode: .sourceAccurate)
        declared.walk(tree)
        deferred = declared.deferred
        types = declared.types.compactMapValues { $0.count == 1 ? $0.first : nil }
        super.init(viewMode: .sourceAccurate)
    }

    /// Adds a place. `#` in the texts stands for its number.
    private func add(
        _ kind: Place.Kind, _ node: some SyntaxProtocol, _ after: String, from open: String, to close: String
    ) {
        let (start, end) = (node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia)
        places.append(
            Place(
                file: file, line: locations.location(for: start).line, kind: kind, before: node.short, after: after,
                start: start.utf8Offset, end: end.utf8Offset,
                open: open, close: close))
    }

    /// Adds a place where another expression is evaluated instead of the node. The new lines of a node cannot be repeated.
    private func replace(_ kind: Place.Kind, _ node: some SyntaxProtocol, by other: String) {
        guard !other.contains(where: \.isNewline) else { return }
        add(kind, node, other, from: "(mutant(#) ? (\(other)) : (", to: "))")
    }

    /// Adds a place where the condition always has this value.
    private func force(_ node: some SyntaxProtocol, _ value: Bool) {
        let other = value ? " || mutant(#))" : " && !mutant(#))"
        add(.condition, node, "\(value)", from: "((", to: ")" + other)
    }

    // MARK: Expressions

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        let (left, right) = (node.leftOperand, node.rightOperand)
        func with(_ other: String) -> String { "\(left.trimmedDescription) \(other) \(right.trimmedDescription)" }
        switch name {
        case "<", "<=", ">", ">=":
            replace(.boundary, node, by: with(name.count == 1 ? name + "=" : String(name.dropLast())))
        case "==", "!=":
            if !node.isCondition {
                force(node, true)
                force(node, false)
            }
        case "&&":
            for operand in [left, right] { force(operand, true) }
        case "||":
            for operand in [left, right] { force(operand, false) }
        case "??":
            if !["throw", "return", "fatalError", "preconditionFailure"].contains(
                where: right.trimmedDescription.hasPrefix)
            {
                replace(.fallback, node, by: right.trimmedDescription)
            }
        case "+", "-", "&+", "&-":
            if [left, right].contains(where: \.isNumber) {
                replace(.arithmetic, node, by: with(name.replacingSign))
            }
        case "*", "/", "%":
            replace(.arithmetic, node, by: with(name == "*" ? "/" : "*"))
        case "+=", "-=":
            if right.isNumber {
                add(
                    .arithmetic, node, with(name.replacingSign),
                    from: "if mutant(#) { \(with(name.replacingSign)) } else { ",
                    to: " }")
            }
        default: break
        }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        replace(.condition, node, by: node.thenExpression.trimmedDescription)
        replace(.condition, node, by: node.elseExpression.trimmedDescription)
        return .visitChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let value = node.literal.text == "true"
        // The compiler must know the constants of patterns.
        let ancestors = sequence(first: Syntax(node), next: \.parent)
        if !ancestors.contains(where: { $0.is(SwitchCaseItemSyntax.self) }), !node.isCondition {
            add(.literal, node, "\(!value)", from: value ? "(!mutant(#) && " : "(mutant(#) || ", to: ")")
        }
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        guard let value = node.representedLiteralValue, value >= 2, node.parent?.isInLongList != true else {
            return .visitChildren
        }
        replace(.literal, node, by: "\(value + 1)")
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.trimmedDescription
        guard let base = node.base, let other = ["first": "last", "last": "first"][name],
            node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id
        else { return .visitChildren }
        replace(.selection, node, by: "\(base.trimmedDescription).\(other)")
        return .visitChildren
    }

    private static let opposites = [
        "first": "last", "last": "first", "min": "max", "max": "min", "prefix": "suffix", "suffix": "prefix",
        "dropFirst": "dropLast", "dropLast": "dropFirst", "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix",
        "removeFirst": "removeLast", "popFirst": "popLast", "allSatisfy": "contains", "firstIndex": "lastIndex",
        "lastIndex": "firstIndex", "union": "intersection",
    ]

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.calledExpression
        if called.trimmedDescription.hasSuffix(".init") { return .visitChildren }
        var rest = node.trimmedDescription.dropFirst(called.trimmedDescription.count)
        if let member = called.as(MemberAccessExprSyntax.self), let base = member.base,
            let other = Self.opposites[member.declName.trimmedDescription],
            // No function takes the end of a sequence by a rule.
            node.trailingClosure == nil || !["prefix", "suffix"].contains(other)
        {
            if other == "contains", rest.hasPrefix("(") { rest = "(where: \(rest.dropFirst())" }
            replace(.selection, node, by: "\(base.trimmedDescription).\(other)\(rest)")
        } else if let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text, ["min", "max"].contains(name) {
            replace(.selection, node, by: "\(name == "min" ? "max" : "min")\(rest)")
        }
        let arguments = Array(node.arguments)
        for (one, other) in zip(arguments, arguments.dropFirst()) where canSwap(one.expression, other.expression) {
            var swapped = arguments
            for (index, argument) in arguments.enumerated() {
                if argument.id == one.id { swapped[index].expression = other.expression.trimmed }
                if argument.id == other.id { swapped[index].expression = one.expression.trimmed }
            }
            let call = node.with(\.arguments, LabeledExprListSyntax(swapped)).trimmedDescription
            replace(.swap, node, by: call)
        }
        return .visitChildren
    }

    /// Whether both are different names of one declared type.
    private func canSwap(_ one: ExprSyntax, _ other: ExprSyntax) -> Bool {
        func type(_ expression: ExprSyntax) -> String? {
            let name =
                expression.as(DeclReferenceExprSyntax.self) ?? expression.as(MemberAccessExprSyntax.self)?.declName
            return name.flatMap { types[$0.baseName.text] }
        }
        return type(one) != nil && type(one) == type(other) && one.trimmedDescription != other.trimmedDescription
    }

    // MARK: Conditions

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        conditions(node.conditions)
        return .visitChildren
    }

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        conditions(node.conditions)
        return .visitChildren
    }

    private func conditions(_ list: ConditionElementListSyntax) {
        if list.last?.trailingComma == nil { add(.condition, list, "false", from: "", to: ", !mutant(#)") }
        for case .expression(let condition) in list.map(\.condition) { force(condition, true) }
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        force(node.condition, true)
        force(node.condition, false)
        return .visitChildren
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        if node.isRemovable(unless: deferred) { add(.removal, node.item, "", from: "if !mutant(#) { ", to: " }") }
        return .visitChildren
    }

    // Constants that the compiler must know.
    override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        // A mistake within an interpolation would be in a nested string.
        .skipChildren
    }
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        // Code for other platforms is not compiled here, so no spec can reach it.
        let compiled = node.clauses.first { clause in
            clause.condition.map { Self.trueConditions.contains($0.trimmedDescription) } ?? true
        }
        if let elements = compiled?.elements { walk(elements) }
        return .skipChildren
    }
}

/// The types that a file declares for its names.
private final class DeclaredTypes: SyntaxVisitor {
    private(set) var types: [String: Set<String>] = [:]
    /// The names of constants that get their value in a later statement.
    private(set) var deferred: Set<String> = []

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        types[(node.secondName ?? node.firstName).text, default: []].insert(node.type.trimmedDescription)
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if node.initializer == nil, node.accessorBlock == nil { deferred.insert(node.pattern.trimmedDescription) }
        if let type = node.typeAnnotation?.type {
            types[node.pattern.trimmedDescription, default: []].insert(type.trimmedDescription)
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    /// The text in one line, of at most 100 characters.
    fileprivate var short: String {
        let line = trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 100 ? "\(line.prefix(99))…" : line
    }

    fileprivate var isCondition: Bool {
        parent?.is(ConditionElementSyntax.self) == true
            || ["&&", "||"].contains(parent?.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription)
    }

    /// Whether the node is an element of a table.
    fileprivate var isInLongList: Bool { parent?.as(ArrayElementListSyntax.self).map { $0.count > 8 } ?? false }
}

extension ExprSyntax {
    fileprivate var isNumber: Bool {
        `is`(IntegerLiteralExprSyntax.self) || trimmedDescription.hasSuffix(".count")
    }
}

extension String {
    fileprivate var replacingSign: String { contains("+") ? replacing("+", with: "-") : replacing("-", with: "+") }
}

extension CodeBlockItemSyntax {
    /// Whether the program compiles without the statement, as far as syntax can tell: a call or an assignment whose value
    /// is not used, or an early exit. `names` are those of variables that must get a value.
    fileprivate func isRemovable(unless names: Set<String>) -> Bool {
        switch item {
        case .expr(var expression):
            while let inner = expression.as(TryExprSyntax.self)?.expression
                ?? expression.as(AwaitExprSyntax.self)?.expression
            {
                expression = inner
            }
            if let call = expression.as(FunctionCallExprSyntax.self) {
                let called = call.calledExpression.trimmedDescription
                let ends = ["fatalError", "preconditionFailure", "exit", "super.init", "self.init"]
                return isDiscarded && !ends.contains(called) && !called.hasPrefix(".")
            }
            guard let assignment = expression.as(InfixOperatorExprSyntax.self) else { return false }
            let isPlain = assignment.operator.is(AssignmentExprSyntax.self)
            let isArithmetic = ["+=", "-="].contains(assignment.operator.trimmedDescription)
            let target = assignment.leftOperand.trimmedDescription
            return isPlain && !isInInitializer && target != "_" && !names.contains(target) || isArithmetic
        case .stmt(let statement):
            guard parent?.parent?.parent?.is(IfExprSyntax.self) == true else { return false }
            return statement.as(ReturnStmtSyntax.self)?.expression == nil && statement.is(ReturnStmtSyntax.self)
                || statement.is(ContinueStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
                || statement.is(BreakStmtSyntax.self)
        default: return false
        }
    }

    private var isInInitializer: Bool {
        sequence(first: Syntax(self), next: \.parent).contains { $0.is(InitializerDeclSyntax.self) }
    }

    /// Whether the statement is not the value of a closure, of a function or of a branch.
    private var isDiscarded: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self) else { return false }
        if list.count > 1 { return true }
        var container = list.parent
        if let block = container?.as(CodeBlockSyntax.self) { container = block.parent }
        switch container?.kind {
        case .functionDecl: return container?.as(FunctionDeclSyntax.self)?.signature.returnClause == nil
        case .initializerDecl, .deinitializerDecl, .forStmt, .whileStmt, .repeatStmt, .deferStmt: return true
        case .doStmt, .catchClause: return true
        case .ifExpr, .switchCase:
            let inner: [SyntaxKind] = [.ifExpr, .switchCaseList, .switchExpr, .expressionStmt]
            let statement = sequence(first: container?.parent, next: \.?.parent).first {
                $0.map { !inner.contains($0.kind) } ?? true
            }
            return statement??.as(CodeBlockItemSyntax.self)?.isDiscarded ?? false
        default: return false
        }
    }
}
