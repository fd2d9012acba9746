import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'
import { type ClipboardEvent, type RefObject, useEffect } from 'react'
import { readRichText } from '../read-rich-text.ts'
import { documentOfText, type RichDocument } from '../rich-document.ts'
import { $nodesOfDocument, $nodesOfRuns } from './document-in-lexical.ts'

const documentIn = (data: DataTransfer, cleanHtml: (html: string) => string): RichDocument => {
  const html = data.getData('text/html')
  return html === '' ? documentOfText(data.getData('text/plain')) : readRichText(cleanHtml(html))
}

interface PasteProps {
  /** Whether the part takes a paste at all (decisions, question types). */
  readonly allowsPaste: boolean
  cleanHtml(html: string): string
  onRefused(): void
}

/**
 * The clipboard of the editor in `frame`: nothing goes out, and what comes in, where the part allows it, is stripped to its text
 * and the marks that the editor offers. The editor itself sees none of it.
 */
export const useEditorClipboard = (editor: LexicalEditor, frame: RefObject<HTMLElement | null>, props: PasteProps) => {
  const { allowsPaste, cleanHtml, onRefused } = props
  const insert = (data: DataTransfer) => {
    const document = documentIn(data, cleanHtml)
    editor.update(() => {
      const selection = $getSelection()
      if (!$isRangeSelection(selection) || document.length === 0) return
      const [first] = document
      if (document.length === 1 && first?.kind === 'paragraph') selection.insertNodes($nodesOfRuns(first.runs))
      else selection.insertNodes($nodesOfDocument(document))
    })
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
