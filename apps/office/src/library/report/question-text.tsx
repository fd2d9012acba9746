import { Html } from '@sitwell/ui/html.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useOffice } from '../../office-context.tsx'
import { readableQuestion } from './readable-question.ts'
import styles from './report.module.css'
import { SourceText } from './source-text.tsx'

/** The question that an item became: as people read it, cleaned by the policy of all content, and as it would be stored. */
export const QuestionText = ({
  content,
  isCut,
  number,
}: {
  readonly content: string
  readonly isCut: boolean
  readonly number: number
}) => {
  const { text } = useOffice()
  const readable = isCut ? undefined : readableQuestion(content)
  const asStored = <SourceText label={text('library.resultOf', { number })} content={content} isCut={isCut} />
  if (readable === undefined) return asStored
  return (
    <>
      <div className={styles.question} dir="auto">
        <Html html={readable.text} />
        {readable.options.length > 0 && (
          <ul className={styles.options}>
            {readable.options.map((option, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two options may have one text, and none moves
              <li key={at} className={styles.option} data-key={option.isKey || undefined}>
                <Icon name={option.isKey ? 'check' : 'circle'} className={styles.icon} />
                <div className={styles.words}>
                  <Html html={option.text} />
                  {option.isKey && <span className={styles.kind}>{text('library.isKey')}</span>}
                </div>
              </li>
            ))}
          </ul>
        )}
        {readable.accepted.length > 0 && (
          <p>
            {text('library.accepted')} <bdi>{readable.accepted.join(' · ')}</bdi>
          </p>
        )}
      </div>
      <details className={styles.details}>
        <summary>{text('library.asStored')}</summary>
        {asStored}
      </details>
    </>
  )
}
