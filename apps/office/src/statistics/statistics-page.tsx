import { type ExamStatisticsReply, officeExamStatistics } from '@sitwell/contract'
import { numberField, textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import { behindFields, nothingBehind } from './behind.ts'
import { DecidedNote } from './decided-note.tsx'
import { OptionPanel } from './option-panel.tsx'
import { QuestionChart } from './question-chart.tsx'
import { questionColumn, questionColumns, questionKey } from './question-columns.ts'
import type { StatisticsPlace } from './responses-list.tsx'
import styles from './statistics.module.css'
import { Definitions, Summary } from './statistics-summary.tsx'
import { TimesNote } from './times-note.tsx'
import { useTimes } from './use-times.ts'

/** In the address: the version and the delivery that the figures are of, and the question whose options show. */
const fields = {
  version: numberField,
  delivery: textField({ longest: 128 }),
  question: textField({ longest: 128 }),
  ...behindFields,
}

interface Shown {
  readonly of: ExamStatisticsReply
  readonly place: StatisticsPlace
  leadsTo(path: string): boolean
}

const Statistics = ({ of, place, leadsTo }: Shown) => {
  const { text, language } = useOffice()
  const [{ question: open }, change] = useAddressQuery(fields)
  const timing = useTimes(place)
  const { times } = timing
  const areDecided = of.questions.some(({ decided }) => decided !== undefined)
  const [name, columns] = useMemo(
    () => [questionColumn(text), questionColumns(text, language.code, { times, areDecided })] as const,
    [text, language, times, areDecided],
  )
  const opened = of.questions.find(({ id }) => id === open)
  return (
    <div className={styles.page}>
      {of.versions.length > 1 && (
        <Select
          label={text('statistics.version')}
          value={String(of.version)}
          options={of.versions.map((version) => ({ id: String(version), title: String(version) }))}
          onChange={(version) => void change({ version: Number(version), question: '', ...nothingBehind })}
        />
      )}
      <Summary of={of} />
      <DecidedNote of={of} />
      <QuestionChart questions={of.questions} />
      <div className={styles.table}>
        <DataTable
          caption={text('statistics.questions')}
          nameColumn={name}
          columns={columns}
          rows={of.questions}
          keyOf={questionKey}
          activity="idle"
          total={of.questions.length}
          onOpen={({ id }) => void change({ question: id, ...nothingBehind })}
          asOfMs={Date.parse(of.asOf)}
          exportAs="question-statistics.csv"
        />
      </div>
      <TimesNote timing={timing} />
      {opened && (
        <OptionPanel
          key={opened.id}
          question={opened}
          time={times?.get(opened.id)}
          place={place}
          leadsTo={leadsTo}
          onClose={() => void change({ question: '', ...nothingBehind })}
        />
      )}
      <Definitions />
    </div>
  )
}

/** How the questions of an exam worked, for all who sat a version of it, or one delivery. */
const StatisticsPage = ({
  examGuid,
  leadsTo,
}: {
  readonly examGuid: string
  /** Whether a path shows a page to this person. */
  leadsTo(path: string): boolean
}) => {
  const { api, text } = useOffice()
  const [{ version, delivery }] = useAddressQuery(fields)
  const query = {
    examGuid,
    ...(version !== undefined && { version }),
    ...(delivery !== '' && { deliveryID: delivery }),
  }
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeExamStatistics, { query }))
  const back =
    delivery === ''
      ? ([`/library/exams/${encodeURIComponent(examGuid)}`, text('statistics.backToExam')] as const)
      : ([`/deliveries/${encodeURIComponent(delivery)}`, text('statistics.backToDelivery')] as const)
  const words = {
    ...{ heading: text('statistics.title'), loading: text('statistics.loading') },
    ...{ failed: text('statistics.failed'), missing: text('statistics.notFound') },
  }
  return (
    <ReadingPage
      title={text('statistics.title')}
      above={<OfficeLink to={back[0]}>{back[1]}</OfficeLink>}
      words={words}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {data && <Statistics of={data} place={{ ...query, version: data.version }} leadsTo={leadsTo} />}
    </ReadingPage>
  )
}

export default StatisticsPage
