import { type Names, namesOf, type Shown, shownBy, typesOfAll } from './shown.ts'
import { nodeIn, nodesIn, type Parsed, parse, returnsOf, type Tree, walk, wordIn } from './syntax-tree.ts'

/** An element in a source: of the page, or a component by its name. */
export interface Tag {
  readonly kind: 'host' | 'component' | 'fragment'
  readonly name: string
  /** It has a `key`: with another one it is another element. */
  readonly isKeyed: boolean
}

/** What is written between the tags of an element, piece by piece. */
export interface Piece {
  readonly line: number
  readonly source: string
  readonly shown: Shown
  /** The piece is this element itself. */
  readonly tag: Tag | undefined
}

/** An element with what is in it. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly tag: Tag
  /** The component whose source it is in; empty outside of components. */
  readonly owner: string
  readonly pieces: readonly Piece[]
  readonly attributes: readonly (Piece & { readonly name: string })[]
}

/** A component, and what it returns, case by case. */
export interface Component {
  readonly file: string
  readonly name: string
  readonly returns: readonly Piece[]
}

const isComponentName = (name: string) => /^[A-Z]/.test(name)

/** Words between tags as React shows them: lines are joined, and what is only their indentation goes. */
const wordsOf = (text: string): string => {
  const lines = text.split(/\r?\n/)
  const trimmed = lines.map((line, at) => {
    const end = at === lines.length - 1 ? line : line.trimEnd()
    return at === 0 ? end : end.trimStart()
  })
  return trimmed.filter((line) => line !== '').join(' ')
}

/** A name that is only ever given the names of the page's own elements. */
const isElementName = (name: string, names: Names): boolean => {
  const values = names.values.get(name) ?? []
  const isWord = (tree: Tree | undefined): boolean =>
    tree?.type === 'ConditionalExpression'
      ? isWord(nodeIn(tree, 'consequent')) && isWord(nodeIn(tree, 'alternate'))
      : tree?.type === 'StringLiteral'
  return values.length > 0 && values.every(isWord)
}

const tagOf = (element: Tree, names: Names): Tag => {
  const opening = nodeIn(element, 'opening')
  const name = opening && nodeIn(opening, 'name')
  if (element.type === 'JSXFragment' || !opening || !name) return { kind: 'fragment', name: '', isKeyed: false }
  const isKeyed = nodesIn(opening, 'attributes').some((one) => wordIn(nodeIn(one, 'name'), 'value') === 'key')
  const called = wordIn(name, 'value') || wordIn(nodeIn(name, 'property'), 'value')
  const isHost = name.type === 'Identifier' && (!isComponentName(called) || isElementName(called, names))
  return { kind: isHost ? 'host' : 'component', name: called, isKeyed }
}

const isElement = ({ type }: Tree) => type === 'JSXElement' || type === 'JSXFragment'

/** The component that a declaration makes; undefined if it makes none. */
const componentOf = (tree: Tree) => {
  const name = wordIn(nodeIn(tree, 'id') ?? nodeIn(tree, 'identifier'), 'value')
  const declared = tree.type === 'VariableDeclarator' ? nodeIn(tree, 'init') : tree
  const isMemo = declared?.type === 'CallExpression' && wordIn(nodeIn(declared, 'callee'), 'value') === 'memo'
  const made = isMemo ? nodesIn(declared, 'arguments')[0] : declared
  const returns = isComponentName(name) && made ? returnsOf(made) : undefined
  return made && returns ? { name, returns, body: Object.values(made) } : undefined
}

const readFile = (file: string, { root, lineOf, sourceOf }: Parsed, names: Names) => {
  const places: Place[] = []
  const components: Component[] = []
  const pieceOf = (tree: Tree): Piece => ({
    line: lineOf(tree),
    source: sourceOf(tree).replaceAll(/\s+/g, ' '),
    shown: shownBy(tree, names),
    tag: isElement(tree) ? tagOf(tree, names) : undefined,
  })
  const piecesOf = (child: Tree): readonly Piece[] => {
    if (child.type === 'JSXText') {
      const words = wordsOf(wordIn(child, 'value'))
      return words === ''
        ? []
        : [{ ...pieceOf(child), source: words, shown: shownBy({ type: 'StringLiteral', value: words }, names) }]
    }
    const expression = child.type === 'JSXExpressionContainer' ? nodeIn(child, 'expression') : child
    return expression === undefined || expression.type === 'JSXEmptyExpression' ? [] : [pieceOf(expression)]
  }
  const attributesOf = (element: Tree): Place['attributes'] => {
    const opening = nodeIn(element, 'opening')
    return (opening ? nodesIn(opening, 'attributes') : []).flatMap((one) => {
      const name = wordIn(nodeIn(one, 'name'), 'value')
      const value = nodeIn(one, 'value')
      const given = value?.type === 'JSXExpressionContainer' ? nodeIn(value, 'expression') : value
      return name === '' || given === undefined ? [] : [{ name, ...pieceOf(given) }]
    })
  }
  const readElement = (tree: Tree, owner: string) => {
    const tag = tagOf(tree, names)
    const attributes = tag.kind === 'component' ? attributesOf(tree) : []
    places.push({ file, line: lineOf(tree), tag, owner, pieces: nodesIn(tree, 'children').flatMap(piecesOf), attributes })
  }
  const read = (value: unknown, owner: string): void =>
    walk(value, (tree) => {
      if (isElement(tree)) readElement(tree, owner)
      const component = componentOf(tree)
      if (!component || component.name === owner) return undefined
      components.push({ file, name: component.name, returns: component.returns.map(pieceOf) })
      read(component.body, component.name)
      return false
    })
  read(root, '')
  return { places, components }
}

/** All elements and components of sources, by their paths. */
export const readPlaces = (
  sources: ReadonlyMap<string, string>,
): { readonly places: readonly Place[]; readonly components: readonly Component[] } => {
  const parsed = [...sources].map(([file, source]) => ({ file, tree: parse(source) }))
  const named = parsed.map((one) => ({ ...one, names: namesOf(one.tree.root) }))
  const elsewhere = typesOfAll(named.map(({ names }) => names))
  const files = named.map(({ file, tree, names }) => readFile(file, tree, { ...names, elsewhere }))
  return { places: files.flatMap(({ places }) => places), components: files.flatMap(({ components }) => components) }
}
