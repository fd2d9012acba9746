import fc from 'fast-check'
import { createEditor } from 'lexical'
import { expect, test } from 'vitest'
import { anyDocument } from '../../testing/arbitrary-document.ts'
import { readRichText } from '../read-rich-text.ts'
import { writeRichText } from '../write-rich-text.ts'
import { $readDocument, $writeDocument, richTextNodes } from './document-in-lexical.ts'

test('any document goes into the editor and comes out as the same HTML', () => {
  const editor = createEditor({
    nodes: richTextNodes,
    onError: (error) => {
      throw error
    },
  })
  fc.assert(
    fc.property(anyDocument, (document) => {
      editor.update(() => $writeDocument(document), { discrete: true })
      const html = editor.getEditorState().read(() => writeRichText($readDocument()))
      expect(html).toBe(writeRichText(document))
      expect(writeRichText(readRichText(html))).toBe(html)
    }),
  )
})
