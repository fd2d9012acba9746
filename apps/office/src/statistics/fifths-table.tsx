import type { QuestionStatisticsRow } from '@sitwell/contract'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import { type Behind, fifths, optionWords } from './behind.ts'
import { FifthBars } from './fifth-bars.tsx'
import { FigureButton } from './figure-button.tsx'
import { figureText, numberText } from './figure-text.ts'
import styles from './statistics.module.css'

type Option = QuestionStatisticsRow['options'][number]

/** The people who chose an option as a share of each fifth; undefined for one in which nobody is. */
const sharesOf = ({ fifths: all }: QuestionStatisticsRow, { byFifth }: Option): readonly (number | undefined)[] =>
  fifths.map((fifth) => {
    const people = all?.[fifth - 1]?.people ?? 0
    return people === 0 ? undefined : (byFifth[fifth - 1] ?? 0) / people
  })

interface Shown {
  readonly question: QuestionStatisticsRow
  onShow(behind: Behind): void
}

const OptionRow = ({ question, option, onShow }: Shown & { readonly option: Option }) => {
  const { text, language } = useOffice()
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.asLink}
          aria-description={text('statistics.responses.show')}
          onClick={() => onShow({ option })}
        >
          {optionWords(option)}
        </button>
      </th>
      <td>
        <FifthBars shares={sharesOf(question, option)} />
      </td>
      {fifths.map((fifth) => {
        const people = option.byFifth[fifth - 1] ?? 0
        return (
          <td key={fifth} className={styles.number}>
            <FigureButton
              figure={people.toLocaleString(language.code)}
              people={people}
              of={{ option, fifth }}
              onShow={onShow}
            />
          </td>
        )
      })}
      <td className={styles.number}>{figureText(option.correlation, text, language.code)}</td>
    </tr>
  )
}

/** How each fifth of the total did, and how often it chose each option. Each number leads to the responses behind it. */
export const FifthsTable = ({ question, onShow }: Shown) => {
  const { text, language } = useOffice()
  const id = useId()
  const hasOptions = question.options.length > 0
  const all = question.fifths ?? []
  const facility = (fifth: number) => all[fifth - 1]?.facility
  const facilityText = (fifth: number) => {
    const value = facility(fifth)
    return value === undefined ? text('statistics.none') : numberText(value, language.code)
  }
  return (
    <div
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
      tabIndex={0}
      role="region"
      aria-labelledby={id}
    >
      <table className={styles.options}>
        <caption id={id} className={styles.caption}>
          {text('statistics.byFifths')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{text(hasOptions ? 'statistics.option' : 'statistics.people')}</th>
            <th scope="col">{text('statistics.shape')}</th>
            {fifths.map((fifth) => (
              <th key={fifth} scope="col" className={styles.number} aria-label={text('statistics.fifth', { number: fifth })}>
                {fifth.toLocaleString(language.code)}
              </th>
            ))}
            {hasOptions && (
              <th scope="col" className={styles.number}>
                {text('statistics.correlation')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {question.options.map((option) => (
            <OptionRow key={option.id} question={question} option={option} onShow={onShow} />
          ))}
          <tr>
            <th scope="row">{text('statistics.everybody')}</th>
            <td />
            {fifths.map((fifth) => {
              const people = all[fifth - 1]?.people ?? 0
              return (
                <td key={fifth} className={styles.number}>
                  <FigureButton figure={people.toLocaleString(language.code)} people={people} of={{ fifth }} onShow={onShow} />
                </td>
              )
            })}
            {hasOptions && <td />}
          </tr>
          <tr>
            <th scope="row">{text('statistics.facility')}</th>
            <td>
              <FifthBars shares={fifths.map(facility)} />
            </td>
            {fifths.map((fifth) => (
              <td key={fifth} className={styles.number}>
                <FigureButton
                  figure={facilityText(fifth)}
                  people={all[fifth - 1]?.people ?? 0}
                  of={{ fifth }}
                  onShow={onShow}
                />
              </td>
            ))}
            {hasOptions && <td />}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
