import type { Boundary } from '@sitwell/exam/result-rules/result-rules'
import density from '@sitwell/office-ui/density.module.css'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { type BoundaryProblem, withBoundary } from './boundary-draft.ts'
import { readPlace, type Scale, typedPlace } from './boundary-scale.ts'
import styles from './result-rules.module.css'

/** A place that is typed: what stands in the field stays as it was typed until the boundary is moved otherwise. */
const PlaceField = ({
  label,
  from,
  scale,
  isReadOnly,
  error,
  onChange,
}: {
  readonly label: string
  readonly from: Boundary['from']
  readonly scale: Scale
  readonly isReadOnly: boolean
  readonly error: string | undefined
  onChange(from: Boundary['from']): void
}) => {
  const { text } = useOffice()
  const shown = typedPlace(from, scale)
  const [typed, setTyped] = useState({ text: shown, of: shown })
  const value = typed.of === shown ? typed.text : shown
  const read = readPlace(value, scale)
  return (
    <TextInput
      label={label}
      isReadOnly={isReadOnly}
      value={value}
      error={read === undefined ? text('rules.problem.place', { most: typedPlace({ marks: 1, of: 1 }, scale) }) : error}
      maxLength={12}
      isLiteral
      onChange={(next) => {
        const place = readPlace(next, scale)
        setTyped({ text: next, of: place ? typedPlace(place, scale) : shown })
        if (place) onChange(place)
      }}
    />
  )
}

const problems: Readonly<Record<BoundaryProblem, 'rules.problem.name' | 'rules.problem.order' | 'rules.problem.same-name'>> = {
  ...{ name: 'rules.problem.name', order: 'rules.problem.order', 'same-name': 'rules.problem.same-name' },
}

/** The boundaries as fields, the highest first. */
export const BoundaryFields = ({
  boundaries,
  wrong,
  scale,
  isReadOnly,
  onChange,
  onAdd,
}: {
  /** From the lowest to the highest. */
  readonly boundaries: readonly Boundary[]
  /** What is wrong with each, in the same order. */
  readonly wrong: readonly (BoundaryProblem | undefined)[]
  readonly scale: Scale
  readonly isReadOnly: boolean
  onChange(boundaries: readonly Boundary[]): void
  onAdd(): void
}) => {
  const { text } = useOffice()
  const errorOf = (at: number, kinds: readonly BoundaryProblem[]) => {
    const problem = wrong[at]
    return problem !== undefined && kinds.includes(problem) ? text(problems[problem]) : undefined
  }
  const rows = boundaries.map((boundary, at) => ({ boundary, at })).toReversed()
  return (
    <>
      <ul className={styles.fields}>
        {rows.map(({ boundary: { grade, from, pass }, at }) => (
          <li key={at} className={styles.fieldsOfOne}>
            <TextInput
              label={text('rules.gradeName')}
              isReadOnly={isReadOnly}
              value={grade}
              maxLength={100}
              error={errorOf(at, ['name', 'same-name'])}
              onChange={(next) => onChange(withBoundary(boundaries, at, { grade: next }))}
            />
            <PlaceField
              label={text(`rules.from.${scale.unit}`)}
              isReadOnly={isReadOnly}
              from={from}
              scale={scale}
              error={errorOf(at, ['order'])}
              onChange={(next) => onChange(withBoundary(boundaries, at, { from: next }))}
            />
            <label className={styles.pass}>
              <input
                type="checkbox"
                checked={pass}
                disabled={isReadOnly}
                onChange={(event) => onChange(withBoundary(boundaries, at, { pass: event.target.checked }))}
              />
              <span>{text('rules.isPass')}</span>
            </label>
            {!isReadOnly && boundaries.length > 1 && (
              <Button
                className={density.press}
                aria-label={text('rules.removeGrade', { grade })}
                onPress={() => onChange(boundaries.filter((_, index) => index !== at))}
              >
                {text('rules.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Button className={density.press} onPress={onAdd}>
          {text('rules.addGrade')}
        </Button>
      )}
    </>
  )
}
