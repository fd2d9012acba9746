import type { ExamVersion } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { Facts } from './facts.tsx'
import styles from './library.module.css'
import { PartsTable } from './parts-table.tsx'
import { sizeText } from './size-text.ts'
import { storedByText } from './stored-by.ts'
import { typeName } from './type-name.ts'
import { usageText } from './usage.ts'

/** One version of an exam: its figures, where it is used, its sections and kinds of question. */
export const ShownVersion = ({ of }: { readonly of: ExamVersion }) => {
  const { text, language } = useOffice()
  const moment = useMomentText()
  const number = (value: number) => value.toLocaleString(language.code)
  const { version, name, questions, marks, storedAt, usage, completed, files, sections, questionTypes } = of
  return (
    <div className={styles.version}>
      <Section title={text('library.version', { version })}>
        <Facts
          of={[
            [text('library.name'), <bdi key="name">{name}</bdi>],
            [text('library.questions'), number(questions)],
            [text('library.marks'), number(marks)],
            [text('library.stored'), [moment(storedAt), storedByText(of, text)].join(' · ')],
            [text('library.usage'), usageText(usage, text)],
            [text('library.completed'), number(completed)],
            [
              text('library.files'),
              files.count === 0
                ? text('library.noFiles')
                : text('library.filesOf', { count: files.count, size: sizeText(files.bytes, language.code) }),
            ],
          ]}
        />
      </Section>
      <Section title={text('library.sections')}>
        <PartsTable
          caption={text('library.sectionsOf', { version })}
          headers={[text('library.section'), text('library.questions'), text('library.marks')]}
          rows={sections.map((one) => ({
            name: one.name.trim() === '' ? text('library.unnamedSection') : one.name,
            figures: [one.questions, one.marks],
          }))}
        />
      </Section>
      <Section title={text('library.types')}>
        {questionTypes.length === 0 ? (
          <p>{text('library.noQuestions')}</p>
        ) : (
          <PartsTable
            caption={text('library.typesOf', { version })}
            headers={[text('library.kind'), text('library.questions')]}
            rows={questionTypes.map((one) => ({ name: typeName(one.type, text), figures: [one.questions] }))}
          />
        )}
      </Section>
    </div>
  )
}
