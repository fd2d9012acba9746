import type { QuestionStatisticsRow, QuestionTimeRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { FifthBars } from './fifth-bars.tsx'
import { figureText } from './figure-text.ts'
import { ResponsesList, type StatisticsPlace } from './responses-list.tsx'
import styles from './statistics.module.css'
import { timeText } from './time-text.ts'

const fifths = [0, 1, 2, 3, 4]

type Option = QuestionStatisticsRow['options'][number]

const wordsOf = ({ id, text }: Option): string => (text === '' ? id : text)
/** Who chose an option as a share of each fifth; undefined for one in which nobody is. */
const sharesOf = ({ fifths: all }: QuestionStatisticsRow, { byFifth }: Option): readonly (number | undefined)[] =>
  fifths.map((at) => {
    const people = all?.[at]?.people ?? 0
    return people === 0 ? undefined : (byFifth[at] ?? 0) / people
  })

/** How often each option was chosen, by the fifth of the total. A press on an option shows who chose it. */
const OptionTable = ({ question, onOption }: { readonly question: QuestionStatisticsRow; onOption(option: Option): void }) => {
  const { text, language } = useOffice()
  const number = (value: number) => value.toLocaleString(language.code)
  return (
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
            <th scope="col">{text('statistics.shape')}</th>
            {fifths.map((at) => (
              <th key={at} scope="col" className={styles.number} aria-label={text('statistics.fifth', { number: at + 1 })}>
                {number(at + 1)}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {text('statistics.correlation')}
            </th>
          </tr>
        </thead>
        <tbody>
          {question.options.map((option) => (
            <tr key={option.id}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.asLink}
                  aria-description={text('statistics.responses.show')}
                  onClick={() => onOption(option)}
                >
                  {wordsOf(option)}
                </button>
              </th>
              <td>
                <FifthBars shares={sharesOf(question, option)} />
              </td>
              {fifths.map((at) => (
                <td key={at} className={styles.number}>
                  {number(option.byFifth[at] ?? 0)}
                </td>
              ))}
              <td className={styles.number}>{figureText(option.correlation, text, language.code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Time = ({ time }: { readonly time: QuestionTimeRow | undefined }) => {
  const { text, language } = useOffice()
  if (time === undefined) return null
  const at = (ms: number) => timeText(ms, language.code)
  return (
    <p className={styles.quiet}>
      {time.time === 'too-few'
        ? text('statistics.time.tooFew', { count: time.people })
        : text('statistics.time.of', {
            ...{ median: at(time.time.medianMs), lower: at(time.time.lowerMs), upper: at(time.time.upperMs) },
            count: time.people,
          })}
    </p>
  )
}

/** All that the statistics know of one question, and from each figure the way to the responses behind it. */
export const QuestionFigures = ({
  question,
  time,
  place,
  leadsTo,
}: {
  readonly question: QuestionStatisticsRow
  readonly time: QuestionTimeRow | undefined
  readonly place: StatisticsPlace
  leadsTo(path: string): boolean
}) => {
  const { text } = useOffice()
  const [behind, setBehind] = useState<{ readonly asked: number; readonly option?: Option }>()
  const show = (option?: Option) => setBehind(({ asked } = { asked: 0 }) => ({ asked: asked + 1, ...(option && { option }) }))
  return (
    <>
      <Time time={time} />
      {question.options.length === 0 ? (
        <p className={styles.quiet}>{text('statistics.options.none')}</p>
      ) : (
        <OptionTable question={question} onOption={show} />
      )}
      <p>
        <Button className={density.press} onPress={() => show()}>
          {text('statistics.responses.all')}
        </Button>
      </p>
      {behind && (
        <ResponsesList
          key={behind.asked}
          title={
            behind.option
              ? text('statistics.responses.ofOption', { option: wordsOf(behind.option) })
              : text('statistics.responses.title')
          }
          place={place}
          questionID={question.id}
          option={behind.option?.id}
          leadsTo={leadsTo}
        />
      )}
    </>
  )
}
