import type { SchemeVersion } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { textOfGuidance } from './guidance-text.ts'
import styles from './mark-schemes.module.css'
import { versionTexts } from './scheme-text.ts'

type Criterion = SchemeVersion['scheme']['criteria'][number]

/** Marks in the language's own digits and signs. */
export const useMarksText = () => {
  const { language } = useOffice()
  return (marks: number) => marks.toLocaleString(language.code, { maximumFractionDigits: 9 })
}

const CriterionRow = ({ of: { title, description, minMarks = 0, maxMarks, levels } }: { readonly of: Criterion }) => {
  const marksText = useMarksText()
  return (
    <tr>
      <th scope="row">
        <bdi>{title}</bdi>
      </th>
      <td>{minMarks === 0 ? marksText(maxMarks) : `${marksText(minMarks)} – ${marksText(maxMarks)}`}</td>
      <td>
        {description !== undefined && (
          <p className={styles.words} dir="auto">
            {description}
          </p>
        )}
        {levels !== undefined && (
          <ul className={styles.levelList}>
            {levels.map((one) => (
              <li key={one.marks} className={styles.words}>
                <strong>{marksText(one.marks)}</strong> <bdi>{one.description}</bdi>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

/** A mark scheme to read: criteria, the bounds of the total, guidance. */
export const SchemeShown = ({ scheme, caption }: { readonly scheme: SchemeVersion['scheme']; readonly caption: string }) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  const { criteria, floor, ceiling, guidance = '' } = scheme
  return (
    <>
      {criteria.length === 0 ? (
        <p className={styles.quiet}>{text('schemes.oneNumber')}</p>
      ) : (
        <div className={styles.scrolled}>
          <table className={styles.table}>
            <caption className={styles.caption}>{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{text('schemes.criterion')}</th>
                <th scope="col">{text('schemes.marks')}</th>
                <th scope="col">{text('schemes.description')}</th>
              </tr>
            </thead>
            <tbody>
              {criteria.map((one) => (
                <CriterionRow key={one.id} of={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {floor !== undefined && <p className={styles.quiet}>{text('schemes.floorIs', { marks: marksText(floor) })}</p>}
      {ceiling !== undefined && <p className={styles.quiet}>{text('schemes.ceilingIs', { marks: marksText(ceiling) })}</p>}
      {guidance !== '' && (
        <>
          <h3>{text('schemes.guidance')}</h3>
          <p className={styles.words} dir="auto">
            {textOfGuidance(guidance)}
          </p>
        </>
      )}
    </>
  )
}

/** Earlier versions, the newest first. */
export const EarlierVersions = ({ versions }: { readonly versions: readonly SchemeVersion[] }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <ol className={styles.versions}>
      {versions.map((one) => (
        <li key={one.number}>
          <details>
            <summary>
              {[text('schemes.version', { number: one.number }), ...versionTexts(one, { text, moment })].join(' · ')}
            </summary>
            {one.reason !== undefined && (
              <p className={styles.words} dir="auto">
                {one.reason}
              </p>
            )}
            <SchemeShown scheme={one.scheme} caption={text('schemes.version', { number: one.number })} />
          </details>
        </li>
      ))}
    </ol>
  )
}
