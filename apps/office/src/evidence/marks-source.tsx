import { useOffice } from '../office-context.tsx'
import styles from './evidence.module.css'
import type { Sitting } from './evidence-text.ts'

type Marks = NonNullable<Sitting['marks']>
export type Figures = Pick<Marks, 'grade' | 'maxScore' | 'passed' | 'percent' | 'score'>

/** A person's result in words. */
export const useFigures = () => {
  const { text, language } = useOffice()
  const percent = new Intl.NumberFormat(language.code, { style: 'percent', maximumFractionDigits: 2 })
  const number = new Intl.NumberFormat(language.code, { maximumFractionDigits: 9 })
  return (of: Figures): string =>
    [
      text('evidence.total', { score: number.format(of.score), max: number.format(of.maxScore) }),
      percent.format(of.percent / 100),
      ...(of.grade === undefined ? [] : [text('evidence.grade', { grade: of.grade })]),
      ...(of.passed === undefined ? [] : [text(of.passed ? 'evidence.passed' : 'evidence.failedExam')]),
    ].join(' · ')
}

const sourceOf = ({ set }: Marks): 'computed' | 'confirmed' | 'now' | 'released' => {
  if (set === undefined) return 'now'
  return set.state === 'computed' || set.state === 'confirmed' ? set.state : 'released'
}

/** Which result set the figures stand in, by which rules, and what would be something else now. */
export const MarksSource = ({ marks }: { readonly marks: Marks }) => {
  const { text } = useOffice()
  const figures = useFigures()
  const rules = (version: number) =>
    version === 0 ? text('evidence.marksOf.noRules') : text('evidence.marksOf.rules', { version })
  return (
    <>
      <p className={styles.words}>
        {text(`evidence.marksOf.${sourceOf(marks)}`, { set: marks.set?.set ?? 0, rules: rules(marks.rulesVersion) })}
      </p>
      {marks.now && (
        <p>{text('evidence.marksOf.changed', { figures: figures(marks.now), rules: rules(marks.now.rulesVersion) })}</p>
      )}
    </>
  )
}
