import { type ComponentType, useEffect, useState } from 'react'
import styles from './drawing.module.css'
import type { DrawingProps } from './drawing-props.ts'
import { WordsInstead } from './words-instead.tsx'

/** Milliseconds after which code that is still on its way is no longer waited for: the learner's time runs. */
const waitMs = 10_000

let loaded: ComponentType<DrawingProps> | undefined

/** What draws, and its words: forms with a drawing alone load it, and before their exam starts, so that it is there without a network. */
export const loadDrawing = async (): Promise<ComponentType<DrawingProps>> => {
  if (!loaded) {
    const { DrawingEntry, loadWords } = await import('./drawing-entry.tsx')
    await loadWords()
    loaded = DrawingEntry
  }
  return loaded
}

/** A drawing on a picture. Where what draws can't be loaded, it is described in words. */
export const LazyDrawing = (props: DrawingProps) => {
  const [state, setState] = useState<{ Entry: ComponentType<DrawingProps> } | 'loading' | 'failed'>(() =>
    loaded ? { Entry: loaded } : 'loading',
  )
  useEffect(() => {
    if (loaded) return
    let isOver = false
    const settle = (next: { Entry: ComponentType<DrawingProps> } | 'failed') => {
      if (isOver) return
      isOver = true
      setState(next)
    }
    const timer = setTimeout(() => settle('failed'), waitMs)
    loadDrawing().then(
      (Entry) => settle({ Entry }),
      () => settle('failed'),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  if (state === 'failed') return <WordsInstead {...props} />
  if (state === 'loading')
    return (
      <p role="status" className={styles.loading}>
        {props.hands.text('question.editorLoading')}
      </p>
    )
  return <state.Entry {...props} />
}
