import { DecoratorNode, type LexicalNode, type NodeKey, type SerializedLexicalNode, type Spread } from 'lexical'

type SerializedImageNode = Spread<{ src: string; alt: string }, SerializedLexicalNode>

/** A picture in the line of the text; one character as far as the arrow keys go. */
export class ImageNode extends DecoratorNode<null> {
  __src: string
  __alt: string

  static override getType(): string {
    return 'image'
  }
  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(node.__src, node.__alt, node.__key)
  }
  static override importJSON({ src, alt }: SerializedImageNode): ImageNode {
    return $createImageNode(src, alt)
  }

  constructor(src = '', alt = '', key?: NodeKey) {
    super(key)
    this.__src = src
    this.__alt = alt
  }

  override exportJSON(): SerializedImageNode {
    return { ...super.exportJSON(), src: this.__src, alt: this.__alt }
  }
  override createDOM(): HTMLElement {
    const frame = document.createElement('span')
    const image = document.createElement('img')
    image.src = this.__src
    image.alt = this.__alt
    image.draggable = false
    frame.append(image)
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

export const $createImageNode = (src: string, alt: string): ImageNode => new ImageNode(src, alt)
export const $isImageNode = (node: LexicalNode | null | undefined): node is ImageNode => node instanceof ImageNode
