import density from '@sitwell/office-ui/density.module.css'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Html } from '@sitwell/ui/html.tsx'
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { CriterionField } from './criterion-field.tsx'
import { typedMarks } from './exact-marks.ts'
import styles from './mark.module.css'
import {
  type CheckedDraft,
  checkDraft,
  criteriaOf,
  type GivenMarks,
  type MarkDraft,
  type MarkRules,
  type PointProblem,
  pointsByDigit,
  totalSoFar,
} from './mark-draft.ts'
import { useMarksText } from './marks-text.ts'

/** What the keys of the page do to the form. */
export interface MarkFormHandle {
  /** Gives points to the current criterion. */
  digit(digit: string): void
  /** The marks, or undefined if something is missing: the form then says what, and the focus is there. */
  check(): GivenMarks | undefined
}

/** The mark scheme of a response with the points that are given, and what is said of it. Whoever shows another response shows another form. */
export const MarkForm = ({
  rules,
  guidance,
  draft,
  onDraft,
  ref,
}: {
  readonly rules: MarkRules
  /** HTML by the exam's author. */
  readonly guidance: string | undefined
  readonly draft: MarkDraft
  onDraft(draft: MarkDraft): void
  readonly ref: RefObject<MarkFormHandle | null>
}) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  const form = useRef<HTMLDivElement>(null)
  const criteria = criteriaOf(rules)
  const [current, setCurrent] = useState(0)
  /** After an attempt to store it: what is missing is said until it is there. */
  const [isAsked, setAsked] = useState(false)
  const [said, setSaid] = useState('')
  /** The criterion whose digit was rejected last. */
  const [rejectedAt, setRejectedAt] = useState<string>()
  const [wanted, setWanted] = useState<number>()
  const checked = checkDraft(rules, draft)
  const problemAt = (id: string): PointProblem | undefined => {
    const problem = checked.ok ? undefined : checked.problems.get(id)
    return isAsked || (problem !== 'missing' && problem !== undefined) ? problem : undefined
  }

  const places = () => [...(form.current?.querySelectorAll<HTMLElement>('[data-criterion]') ?? [])]
  const focusOn = (place: number) => {
    const field = places()[place]
    const inputs = [...(field?.querySelectorAll('input') ?? [])]
    const chosen = inputs.find((input) => (input.type === 'radio' ? input.checked : input.value !== ''))
    ;(chosen ?? inputs[0])?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    // Once the points are drawn: the radio that has them takes the focus.
    if (wanted === undefined) return
    focusOn(wanted)
    setWanted(undefined)
  })

  const give = (id: string, typed: string) => {
    setRejectedAt(undefined)
    setSaid('')
    onDraft({ ...draft, points: { ...draft.points, [id]: typed } })
  }
  const firstProblem = (found: Extract<CheckedDraft, { ok: false }>) => criteria.findIndex(({ id }) => found.problems.has(id))
  useImperativeHandle(ref, () => ({
    digit: (digit) => {
      const criterion = criteria[current]
      if (criterion === undefined) return
      const points = pointsByDigit(criterion, digit)
      if (points === undefined) {
        setSaid(text('marking.noSuchPoints', { points: marksText(Number(digit)) }))
        setRejectedAt(criterion.id)
        return
      }
      give(criterion.id, points)
      setWanted(current)
    },
    check: () => {
      if (checked.ok) return checked.given
      setAsked(true)
      const place = firstProblem(checked)
      setCurrent(place)
      setWanted(place)
      setSaid(text('marking.incomplete', { count: checked.problems.size }))
      setRejectedAt(undefined)
      return undefined
    },
  }))

  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    const place = Math.min(Math.max(current + (event.key === 'ArrowDown' ? 1 : -1), 0), criteria.length - 1)
    setCurrent(place)
    setWanted(place)
  }

  return (
    <div ref={form} className={classNames(density.compact, styles.form)}>
      <div role="alert" className={density.unseen}>
        {said}
      </div>
      {guidance !== undefined && guidance !== '' && (
        <details className={styles.guidance} open={criteria.length < 3}>
          <summary>{text('marking.guidance')}</summary>
          <div dir="auto">
            <Html html={guidance} />
          </div>
        </details>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it */}
      <div className={styles.criteria} onKeyDown={move}>
        {criteria.map((criterion, place) => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            place={place}
            typed={draft.points[criterion.id] ?? ''}
            problem={problemAt(criterion.id)}
            rejected={rejectedAt === criterion.id ? said : undefined}
            isCurrent={place === current && criteria.length > 1}
            onCurrent={() => setCurrent(place)}
            onChange={(typed) => give(criterion.id, typed)}
          />
        ))}
      </div>
      {criteria.length > 1 && (
        <p className={styles.total}>
          <span>{text('marking.total')}</span>
          <output className={styles.sum}>
            {text('marking.points', { given: marksText(Number(totalSoFar(rules, draft))), most: marksText(rules.maxMarks) })}
          </output>
        </p>
      )}
      {rules.scheme !== undefined && (
        <p className={styles.quiet}>{text('marking.schemeVersion', { version: typedMarks(rules.scheme.version) })}</p>
      )}
      <TextArea
        label={text('marking.comment')}
        help={text('marking.commentHelp')}
        maxLength={20_000}
        value={draft.comment}
        onChange={(comment) => onDraft({ ...draft, comment })}
      />
      <TextArea
        label={text('marking.learnerComment')}
        help={text('marking.learnerCommentHelp')}
        maxLength={20_000}
        value={draft.learnerComment}
        onChange={(learnerComment) => onDraft({ ...draft, learnerComment })}
      />
    </div>
  )
}
