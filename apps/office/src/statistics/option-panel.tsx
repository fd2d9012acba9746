import type { QuestionStatisticsRow } from '@sitwell/contract'
import { SidePanel } from '@sitwell/office-ui/side-panel.tsx'
import { useOffice } from '../office-context.tsx'
import { figureText } from './figure-text.ts'
import styles from './statistics.module.css'

const fifths = [0, 1, 2, 3, 4]

/** How often each option of a question was chosen, by the fifth of the total. */
export const OptionPanel = ({ question, onClose }: { readonly question: QuestionStatisticsRow; onClose(): void }) => {
  const { text, language } = useOffice()
  return (
    <SidePanel title={text('statistics.options', { number: question.number })} onClose={onClose}>
      <p>{question.text}</p>
      {question.options.length === 0 ? (
        <p className={styles.quiet}>{text('statistics.options.none')}</p>
      ) : (
        <div
          className={styles.scroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
          tabIndex={0}
          role="region"
          aria-label={question.text}
        >
          <table className={styles.options}>
            <thead>
              <tr>
                <th scope="col">{text('statistics.option')}</th>
                {fifths.map((at) => (
                  <th key={at} scope="col" className={styles.number}>
                    {text('statistics.fifth', { number: at + 1 })}
                  </th>
                ))}
                <th scope="col" className={styles.number}>
                  {text('statistics.correlation')}
                </th>
              </tr>
            </thead>
            <tbody>
              {question.options.map(({ id, text: words, byFifth, correlation }) => (
                <tr key={id}>
                  <th scope="row">{words === '' ? id : words}</th>
                  {fifths.map((at) => (
                    <td key={at} className={styles.number}>
                      {(byFifth[at] ?? 0).toLocaleString(language.code)}
                    </td>
                  ))}
                  <td className={styles.number}>{figureText(correlation, text, language.code)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SidePanel>
  )
}
