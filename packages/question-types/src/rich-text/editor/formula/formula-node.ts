import { DecoratorNode, type LexicalNode, type NodeKey, type SerializedLexicalNode, type Spread } from 'lexical'
import type { MathElement } from '../../formula/math-element.ts'
import type { FormulaRun } from '../../rich-document.ts'

type SerializedFormulaNode = Spread<{ math: MathElement; source: string }, SerializedLexicalNode>

const mathMl = 'http://www.w3.org/1998/Math/MathML'

/** Built element by element: no text of an answer is ever parsed as markup here. */
const drawn = ({ name, attributes, children, text }: MathElement): Element => {
  const element = document.createElementNS(mathMl, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(text, ...children.map(drawn))
  return element
}

/** A formula in the line of the text; one character as far as the arrow keys go. */
export class FormulaNode extends DecoratorNode<null> {
  __math: MathElement
  __source: string

  static override getType(): string {
    return 'formula'
  }
  static override clone(node: FormulaNode): FormulaNode {
    return new FormulaNode(node.__math, node.__source, node.__key)
  }
  static override importJSON({ math, source }: SerializedFormulaNode): FormulaNode {
    return new FormulaNode(math, source)
  }

  constructor(math: MathElement = { name: 'mrow', attributes: {}, children: [], text: '' }, source = '', key?: NodeKey) {
    super(key)
    this.__math = math
    this.__source = source
  }

  override exportJSON(): SerializedFormulaNode {
    return { ...super.exportJSON(), math: this.__math, source: this.__source }
  }
  /** Its name is given by `panel-formulas.ts`, in the language of the page. */
  override createDOM(): HTMLElement {
    const frame = document.createElement('span')
    frame.dataset.formula = ''
    frame.setAttribute('role', 'math')
    const math = document.createElementNS(mathMl, 'math')
    math.setAttribute('aria-hidden', 'true')
    math.append(drawn(this.__math))
    frame.append(math)
    return frame
  }
  override updateDOM(): false {
    return false
  }
  override decorate(): null {
    return null
  }
  override isInline(): boolean {
    return true
  }
}

export const $createFormulaNode = ({ math, source }: Omit<FormulaRun, 'kind'>): FormulaNode => new FormulaNode(math, source)
export const $isFormulaNode = (node: LexicalNode | null | undefined): node is FormulaNode => node instanceof FormulaNode
