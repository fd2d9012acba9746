import type { LibraryUpload, ReportTotals } from '@sitwell/contract'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { Facts } from '../facts.tsx'
import { PartsTable } from '../parts-table.tsx'
import { sizeText } from '../size-text.ts'
import styles from '../upload.module.css'

const Totals = ({ of }: { readonly of: ReportTotals }) => {
  const { text } = useOffice()
  const { items, faithful, withLoss, leftOut, losses } = of
  const { marks, structure, content } = losses
  return (
    <Section title={text('library.totals')}>
      {items > 0 && (
        <ul className={styles.totals}>
          <li>{text('library.totals.items', { count: items })}</li>
          <li>
            <StatusMark tone="good" text={text('library.totals.faithful', { count: faithful })} />
          </li>
          <li>
            <StatusMark tone="late" text={text('library.totals.withLoss', { count: withLoss })} />
          </li>
          <li>
            <StatusMark tone="bad" text={text('library.totals.leftOut', { count: leftOut })} />
          </li>
        </ul>
      )}
      <p>
        {marks + structure + content === 0
          ? text('library.totals.noLosses')
          : [
              text('library.totals.marks', { count: marks }),
              text('library.totals.structure', { count: structure }),
              text('library.totals.content', { count: content }),
            ].join(' · ')}
      </p>
    </Section>
  )
}

/** What an exam or a bank that was uploaded holds, and what storing it would do. */
export const ExamSummary = ({ exam }: { readonly exam: NonNullable<LibraryUpload['exam']> }) => {
  const { text, language } = useOffice()
  const { name, version, questions, marks, sections, outcome, totals } = exam
  const number = (value: number) => value.toLocaleString(language.code)
  return (
    <div className={styles.summary}>
      <Section title={text('library.found')}>
        <p className={styles.outcome}>{text(`library.outcome.${outcome}`, { name, version })}</p>
        <Facts
          of={[
            [text('library.name'), <bdi key="name">{name}</bdi>],
            [text('library.questions'), number(questions)],
            [text('library.marks'), number(marks)],
          ]}
        />
        <PartsTable
          caption={text('library.sections')}
          headers={[text('library.section'), text('library.questions'), text('library.marks')]}
          rows={sections.map((one) => ({
            name: one.name.trim() === '' ? text('library.unnamedSection') : one.name,
            figures: [one.questions, one.marks],
          }))}
        />
      </Section>
      <Totals of={totals} />
    </div>
  )
}

/** What a course that was uploaded holds, and what storing it would do. */
export const CourseSummary = ({ course }: { readonly course: NonNullable<LibraryUpload['course']> }) => {
  const { text, language } = useOffice()
  const { name, standard, lessons, files, outcome, beside } = course
  return (
    <Section title={text('library.found')}>
      <p className={styles.outcome}>{text(`library.courseOutcome.${outcome}`, { name })}</p>
      {beside.length > 0 && <p>{text('library.course.beside', { names: beside.join(', ') })}</p>}
      <Facts
        of={[
          [text('library.name'), <bdi key="name">{name}</bdi>],
          [text('library.course.standard'), standard === 'cmi5' ? 'cmi5' : `SCORM ${standard}`],
          [text('library.files'), text('library.filesOf', { count: files.count, size: sizeText(files.bytes, language.code) })],
        ]}
      />
      <p className={styles.name}>{text('library.course.lessons', { count: lessons.length })}</p>
      <ol className={styles.lessons}>
        {lessons.map((title, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one title, and none moves
          <li key={at}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ol>
    </Section>
  )
}
