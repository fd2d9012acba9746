import { useOffice } from '../office-context.tsx'
import styles from './result-rules.module.css'
import type { Moves } from './what-moves.ts'

/** How many people have each grade, before and after. */
export const GradeCounts = ({ grades }: { readonly grades: Moves['grades'] }) => {
  const { text, language } = useOffice()
  const number = (value: number) => value.toLocaleString(language.code)
  const signed = (value: number) => value.toLocaleString(language.code, { signDisplay: 'exceptZero' })
  return (
    <table className={styles.plainTable}>
      <caption>{text('rules.counts')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('rules.gradeName')}</th>
          <th scope="col">{text('rules.before')}</th>
          <th scope="col">{text('rules.after')}</th>
          <th scope="col">{text('rules.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {grades.map(({ grade, before, after }) => (
          <tr key={grade} data-changed={before !== after || undefined}>
            <th scope="row">{grade === '' ? text('rules.noGrade') : grade}</th>
            <td>{number(before)}</td>
            <td>{number(after)}</td>
            <td>{before === after ? '' : signed(after - before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
