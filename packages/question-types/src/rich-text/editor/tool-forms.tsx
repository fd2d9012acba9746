import { $toggleLink } from '@lexical/link'
import { $createTextNode, $getSelection, $insertNodes, $isRangeSelection, type LexicalEditor } from 'lexical'
import { type FormEvent, useId, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { isLinkAddress } from '../rich-document.ts'
import { embedPicture } from './embed-picture.ts'
import { $createImageNode } from './image-node.ts'
import styles from './rich-text-editor.module.css'

interface ToolFormProps {
  readonly editor: LexicalEditor
  onClose(): void
  text(id: string, values?: Record<string, string | number>): string
}

/** `example.org/a` is meant as an address too. */
const addressOf = (typed: string): string => {
  const trimmed = typed.trim()
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(trimmed)) return `mailto:${trimmed}`
  return /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/** Makes a link of the selected text, or writes the address as one where nothing is selected. */
export const LinkForm = ({ editor, onClose, text }: ToolFormProps) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = addressOf(typed)
    if (typed.trim() === '' || !isLinkAddress(address)) return setWrong(true)
    editor.update(() => {
      const selection = $getSelection()
      if ($isRangeSelection(selection) && selection.isCollapsed()) {
        const words = $createTextNode(typed.trim()).setFormat(selection.format).setStyle(selection.style)
        selection.insertNodes([words])
        words.select(0, words.getTextContentSize())
      }
      $toggleLink(address)
    })
    onClose()
  }
  return (
    <form className={styles.toolForm} noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <label htmlFor={id}>{text('question.linkAddress')}</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the learner has just asked for this field
        autoFocus
        className={styles.toolField}
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
      />
      <Button type="submit" className={styles.toolButton ?? ''}>
        {text('question.linkInsert')}
      </Button>
      <Button className={styles.toolButton ?? ''} onPress={onClose}>
        {text('question.toolCancel')}
      </Button>
      <p id={`${id}-wrong`} role="status" className={styles.toolNote}>
        {isWrong && text('question.linkWrong')}
      </p>
    </form>
  )
}

/** Puts a picture of the learner's own into the text, with words for those who can't see it. */
export const PictureForm = ({ editor, onClose, text, room }: ToolFormProps & { readonly room: number }) => {
  const id = useId()
  const [alt, setAlt] = useState('')
  const [isRefused, setRefused] = useState(false)
  const insert = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    const src = await embedPicture(file, room - alt.length)
    if (src === undefined) return setRefused(true)
    editor.update(() => $insertNodes([$createImageNode(src, alt.trim())]))
    onClose()
  }
  return (
    <div
      role="group"
      aria-label={text('question.picture')}
      className={styles.toolForm}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <label htmlFor={id}>{text('question.pictureAlt')}</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the learner has just asked for this field
        autoFocus
        className={styles.toolField}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={500}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <FileTrigger acceptedFileTypes={['image/png', 'image/jpeg', 'image/gif', 'image/webp']} onSelect={insert}>
        <Button className={styles.toolButton ?? ''}>{text('question.pictureChoose')}</Button>
      </FileTrigger>
      <Button className={styles.toolButton ?? ''} onPress={onClose}>
        {text('question.toolCancel')}
      </Button>
      <p role="status" className={styles.toolNote}>
        {isRefused && text('question.pictureRefused')}
      </p>
    </div>
  )
}
