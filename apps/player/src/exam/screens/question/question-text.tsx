import { Html } from '@sitwell/ui/html.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import styles from './question-view.module.css'
import { isLong, namedBy, shortText } from './short-text.ts'

/**
 * What a question asks. By `id` its answers are named: that is the text, or words that represent it where it is too long to be heard each
 * time, or has controls in it. Which of them it is shows once the text stands; whoever is named by it isn't drawn again for that.
 */
export const QuestionText = ({ id, html }: { readonly id: string; readonly html: string }) => {
  const place = useRef<HTMLDivElement>(null)
  const [shortName, setShortName] = useState<string>()
  useLayoutEffect(() => {
    const text = place.current
    const words = text ? namedBy(text) : ''
    const hasControls = text?.querySelector('img, audio, video, [data-explained]') != null
    setShortName(hasControls || isLong(words) ? shortText(words) : undefined)
  }, [])
  return (
    <>
      <div id={shortName === undefined ? id : undefined} ref={place} className={styles.text}>
        <Html html={html} />
      </div>
      {shortName !== undefined && (
        <span id={id} hidden>
          {shortName}
        </span>
      )}
    </>
  )
}
