import { $getRoot, type LexicalEditor } from 'lexical'
import { useEffect, useRef } from 'react'
import { readRichText } from '../read-rich-text.ts'
import { writeRichText } from '../write-rich-text.ts'
import { $readDocument, $writeDocument } from './document-in-lexical.ts'

interface EditorValue {
  readonly value: string
  readonly maxCharacters: number
  cleanHtml(html: string): string
  onChange(value: string): void
  /** Nothing more goes in: the last change was taken back. */
  onFull(): void
}

/** The tag of updates that put the held answer into the editor: they are no change of the learner's. */
const loading = 'answer-loaded'

/** Keeps the editor and the answer the same: each change goes out as HTML, an answer that comes from elsewhere goes in. */
export const useEditorValue = (editor: LexicalEditor, props: EditorValue): void => {
  const latest = useRef(props)
  latest.current = props
  const known = useRef<string>(undefined)
  const { value } = props

  useEffect(() => {
    if (known.current === value) return
    known.current = value
    // What was saved may have been changed on its way: the one policy for HTML reads it first.
    const document = readRichText(latest.current.cleanHtml(value))
    editor.update(
      () => {
        $writeDocument(document)
        if (window.document.activeElement === editor.getRootElement()) $getRoot().selectEnd()
      },
      { tag: [loading, 'history-merge'], discrete: true },
    )
  }, [editor, value])

  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState, prevEditorState, dirtyElements, dirtyLeaves, tags }) => {
        if (tags.has(loading) || (dirtyElements.size === 0 && dirtyLeaves.size === 0)) return
        const html = editorState.read(() => writeRichText($readDocument()))
        if (html === known.current) return
        const { maxCharacters, onChange, onFull } = latest.current
        if (html.length > maxCharacters) {
          editor.setEditorState(prevEditorState, { tag: loading })
          onFull()
          return
        }
        known.current = html
        onChange(html)
      }),
    [editor],
  )
}
