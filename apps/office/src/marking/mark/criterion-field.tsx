import type { MarkCriterion } from '@sitwell/exam/mark-scheme/mark-scheme'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { useOffice } from '../../office-context.tsx'
import { typedMarks } from './exact-marks.ts'
import styles from './mark.module.css'
import { choicesOf, type PointProblem } from './mark-draft.ts'
import { useMarksText } from './marks-text.ts'

/** What can be typed besides whole marks. */
const half = '½'

/**
 * What is typed for a criterion that isn't one of its buttons, such as half a mark. `isStop`: Tab stops at it; otherwise the point leads there, so that Tab
 * goes from criterion to criterion.
 */
const OtherPoints = ({
  ref,
  id,
  label,
  typed,
  isInvalid,
  isStop,
  describedBy,
  onChange,
}: {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly id: string
  readonly label: string
  readonly typed: string
  readonly isInvalid: boolean
  readonly isStop: boolean
  readonly describedBy: string | undefined
  onChange(typed: string): void
}) => (
  <input
    ref={ref}
    id={id}
    type="text"
    inputMode="decimal"
    placeholder={half}
    tabIndex={isStop ? 0 : -1}
    autoComplete="off"
    aria-label={label}
    aria-invalid={isInvalid || undefined}
    aria-describedby={describedBy}
    maxLength={17}
    className={styles.other}
    value={typed}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** A line below the points of a criterion that explains what is wrong with them, if anything is. */
const PointProblemLine = ({ id, children }: { readonly id?: string | undefined; readonly children: string | undefined }) =>
  children === undefined ? null : (
    <p id={id} className={styles.problem}>
      <Icon name="alert" className={styles.icon} />
      <span>{children}</span>
    </p>
  )

/** Points for one criterion: a row of what can be given, or a field. `isCurrent`: a digit gives points to this one. */
export const CriterionField = ({
  criterion,
  place,
  typed,
  problem,
  rejected,
  isCurrent,
  onCurrent,
  onChange,
}: {
  readonly criterion: MarkCriterion
  /** Counts from 0. */
  readonly place: number
  readonly typed: string
  readonly problem: PointProblem | undefined
  /** Why the last digit was rejected; the form announces it. */
  readonly rejected: string | undefined
  readonly isCurrent: boolean
  onCurrent(): void
  onChange(typed: string): void
}) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  const id = useId()
  const { title, description, levels, maxMarks, minMarks = 0 } = criterion
  const choices = choicesOf(criterion)
  const isChoice = choices?.includes(typed) ?? false
  const name = title === '' ? text('marking.marks') : title
  const problemId = problem === undefined ? undefined : `${id}-problem`
  const levelOf = (choice: string) => levels?.find(({ marks }) => typedMarks(marks) === choice)?.description
  const other = useRef<HTMLInputElement>(null)
  const press = (event: KeyboardEvent) => {
    // The arrows up and down go from criterion to criterion, which the form does.
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return event.preventDefault()
    const isPoint = event.key === '.' || event.key === ','
    if (!isPoint || levels !== undefined || event.target === other.current || event.ctrlKey || event.metaKey || event.altKey)
      return
    event.preventDefault()
    onChange(`${isChoice ? typed : '0'}${event.key}`)
    other.current?.focus()
  }
  return (
    <fieldset
      className={classNames(styles.criterion, isCurrent && styles.current)}
      data-criterion={place}
      aria-describedby={problemId}
      onFocus={onCurrent}
      onKeyDown={press}
    >
      <legend className={styles.legend}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.of}>
          {text('marking.points', { given: typed.trim() === '' ? '–' : typed, most: marksText(maxMarks) })}
        </span>
      </legend>
      {description !== undefined && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <div className={classNames(styles.choices, levels && styles.levels)}>
        {choices && (
          <div className={styles.row}>
            {choices.map((choice) => (
              <label key={choice} className={styles.choice}>
                <input
                  type="radio"
                  name={id}
                  className={styles.radio}
                  checked={typed === choice}
                  onChange={() => onChange(choice)}
                />
                <span className={styles.box}>{marksText(Number(choice))}</span>
                {levels && (
                  <span className={styles.level} dir="auto">
                    {levelOf(choice)}
                  </span>
                )}
              </label>
            ))}
          </div>
        )}
        {levels === undefined && (
          <OtherPoints
            ref={other}
            id={`${id}-other`}
            label={
              choices === undefined
                ? text('marking.pointsOf', { name, least: marksText(minMarks), most: marksText(maxMarks) })
                : text('marking.otherPoints', { name })
            }
            typed={isChoice ? '' : typed}
            isStop={choices === undefined || (typed !== '' && !isChoice)}
            isInvalid={problem !== undefined && !isChoice && typed !== ''}
            describedBy={problemId}
            onChange={onChange}
          />
        )}
      </div>
      <PointProblemLine id={problemId}>
        {problem && text(`marking.problem.${problem}`, { least: marksText(minMarks), most: marksText(maxMarks) })}
      </PointProblemLine>
      <PointProblemLine>{rejected}</PointProblemLine>
    </fieldset>
  )
}
