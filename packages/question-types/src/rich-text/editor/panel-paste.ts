import type { LexicalEditor } from 'lexical'
import { type ClipboardEvent, type RefObject, useEffect } from 'react'
import { documentOfText, type RichDocument } from '../rich-document.ts'
import { isMathMl, withWebFormulas } from './formula/web-formulas.ts'
import { withWordFormulas } from './formula/word-formulas.ts'
import { $insertDocument } from './insert-document.ts'
import { type LostByReading, readPasted } from './read-pasted.ts'

const documentIn = (
  data: DataTransfer,
  cleanHtml: (html: string) => string,
): { readonly document: RichDocument; readonly lost: readonly LostByReading[] } => {
  const text = data.getData('text/plain')
  const html = data.getData('text/html') || (isMathMl(text) ? text : '')
  if (html === '') return { document: documentOfText(text), lost: [] }
  const ofWord = withWordFormulas(html)
  const ofWeb = withWebFormulas(ofWord)
  const { document, lost } = readPasted(ofWeb.html, cleanHtml)
  // What Word calls a formula is no HTML: one that could not be read is gone with the cleaning.
  const isLost = ofWeb.isLost || /<m:oMath\b/i.test(ofWord)
  return { document, lost: isLost ? [...new Set<LostByReading>(['formula', ...lost])] : lost }
}

interface PasteProps {
  /** Whether the part takes a paste at all (decisions, question types). */
  readonly allowsPaste: boolean
  cleanHtml(html: string): string
  onRefused(): void
  /** Something of what was pasted could not be kept as it was. */
  onLost(lost: readonly LostByReading[]): void
}

/**
 * The clipboard of the editor in `frame`: nothing goes out, and what comes in, where the part allows it, is stripped to its text
 * and the marks that the editor offers. The editor itself sees none of it.
 */
export const useEditorClipboard = (editor: LexicalEditor, frame: RefObject<HTMLElement | null>, props: PasteProps) => {
  const { allowsPaste, cleanHtml, onRefused, onLost } = props
  const insert = (data: DataTransfer) => {
    const { document, lost } = documentIn(data, cleanHtml)
    let isFlattened = false
    editor.update(
      () => {
        isFlattened = $insertDocument(document)
      },
      { discrete: true },
    )
    const losses = isFlattened ? [...new Set<LostByReading>(['table', ...lost])] : lost
    // After the change, which takes the note before away.
    if (losses.length > 0) setTimeout(() => onLost(losses))
  }
  // A phone's keyboard pastes without a paste event; listened to on the way down, ahead of the editor.
  useEffect(() => {
    const element = frame.current
    const onInsertion = (event: InputEvent) => {
      if (event.inputType !== 'insertFromPaste' && event.inputType !== 'insertFromDrop') return
      event.preventDefault()
      event.stopPropagation()
      if (allowsPaste && event.inputType === 'insertFromPaste' && event.dataTransfer) insert(event.dataTransfer)
      else onRefused()
    }
    element?.addEventListener('beforeinput', onInsertion, { capture: true })
    return () => element?.removeEventListener('beforeinput', onInsertion, { capture: true })
  })
  const refuse = (event: React.SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onRefused()
  }
  const onPasteCapture = (event: ClipboardEvent) => {
    if (!allowsPaste) return refuse(event)
    event.preventDefault()
    event.stopPropagation()
    insert(event.clipboardData)
  }
  return {
    onPasteCapture,
    onCopyCapture: refuse,
    onCutCapture: refuse,
    onDropCapture: refuse,
    onDragStartCapture: refuse,
  }
}
