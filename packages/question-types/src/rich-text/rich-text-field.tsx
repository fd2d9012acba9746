import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PlainRichText } from './plain-rich-text.tsx'
import styles from './rich-text-field.module.css'
import type { RichTextProps } from './rich-text-props.ts'

type Editor = ComponentType<RichTextProps>

/** Milliseconds after which an editor that is still on its way is no longer waited for: the learner's time runs. */
const waitMs = 10_000

let loaded: Editor | undefined

const loadEditor = async (): Promise<Editor> => {
  loaded ??= (await import('./editor/rich-text-editor.tsx')).default
  return loaded
}

/** A field for rich text. Its editor is loaded when it is first shown; where it can't be, a plain field takes its place. */
export const RichTextField = (
  props: Omit<RichTextProps, 'onFailure'> & {
    renderHtml(html: string): ReactNode
    reportError(error: unknown, info: string): void
  },
) => {
  const { height, text, reportError, renderHtml } = props
  const [state, setState] = useState<{ Editor: Editor } | 'loading' | 'failed'>(() => (loaded ? { Editor: loaded } : 'loading'))
  useEffect(() => {
    if (loaded) return
    let isOver = false
    const settle = (next: { Editor: Editor } | 'failed') => {
      if (isOver) return
      isOver = true
      setState(next)
    }
    const timer = setTimeout(() => settle('failed'), waitMs)
    loadEditor().then(
      (Editor) => settle({ Editor }),
      () => settle('failed'),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  const onFailure = (error: unknown) => {
    reportError(error, 'rich text editor')
    setState('failed')
  }
  if (state === 'failed') return <PlainRichText {...props} onFailure={onFailure} renderHtml={renderHtml} />
  if (state === 'loading') {
    return (
      <div role="status" className={styles.placeholder} style={{ minBlockSize: height }}>
        {text('question.editorLoading')}
      </div>
    )
  }
  const { Editor } = state
  return <Editor {...props} onFailure={onFailure} />
}
