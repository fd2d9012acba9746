import { type ExamStatisticsReply, officeExamStatistics, officeResultRules } from '@sitwell/contract'
import { numberField, textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CallFailed, officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import { behindFields, nothingBehind } from '../statistics/behind.ts'
import { QuestionChart } from '../statistics/question-chart.tsx'
import { questionColumn, questionColumns, questionKey } from '../statistics/question-columns.ts'
import { Definitions, Summary } from '../statistics/statistics-summary.tsx'
import { TimesNote } from '../statistics/times-note.tsx'
import { useTimes } from '../statistics/use-times.ts'
import { isAdverse } from './checks.ts'
import { DecisionsList } from './decisions-list.tsx'
import { checkColumns } from './question-check-columns.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { ReadingNote } from './reading-note.tsx'
import styles from './result-rules.module.css'
import { RulesHistory, type ShownRules } from './rules-history.tsx'
import { useRulesAgain } from './use-rules-again.ts'

/** In the address: the version of the exam, and the question that is open. */
const fields = { version: numberField, question: textField({ longest: 128 }), ...behindFields }

interface Shown {
  readonly deliveryID: string
  readonly examGuid: string
  readonly rules: ShownRules
  readonly statistics: ExamStatisticsReply
  leadsTo(path: string): boolean
  onDone(done: string): void
}

const Questions = ({ deliveryID, examGuid, rules, statistics, leadsTo, onDone }: Shown) => {
  const { text, language } = useOffice()
  const [{ question: open }, change] = useAddressQuery(fields)
  const place = { examGuid, deliveryID, version: statistics.version }
  const timing = useTimes(place)
  const { times } = timing
  const [name, columns] = useMemo(() => {
    const decisions = Map.groupBy(rules.versions[0]?.decisions ?? [], ({ questionID }) => questionID)
    return [
      { ...questionColumn(text), widthRem: 13 },
      [...checkColumns(decisions, text, language.code), ...questionColumns(text, language.code, { times, areDecided: false })],
    ] as const
  }, [text, language, times, rules])
  const opened = statistics.questions.find(({ id }) => id === open)
  const toLookAt = statistics.questions.filter(isAdverse).length
  return (
    <>
      {statistics.versions.length > 1 && (
        <Select
          label={text('statistics.version')}
          value={String(statistics.version)}
          options={statistics.versions.map((version) => ({ id: String(version), title: String(version) }))}
          onChange={(version) => void change({ version: Number(version), question: '', ...nothingBehind })}
        />
      )}
      <p role="status" className={styles.effect}>
        {text('rules.toLookAt', { count: toLookAt })}
      </p>
      <div className={styles.beside}>
        <div className={styles.table}>
          <DataTable
            caption={text('statistics.questions')}
            nameColumn={name}
            columns={columns}
            rows={statistics.questions}
            keyOf={questionKey}
            activity="idle"
            total={statistics.questions.length}
            onOpen={({ id }) => void change({ question: id, ...nothingBehind })}
            asOfMs={Date.parse(statistics.asOf)}
            exportAs="question-statistics.csv"
          />
        </div>
        {opened && (
          <QuestionPanel
            key={opened.id}
            deliveryID={deliveryID}
            question={opened}
            time={times?.get(opened.id)}
            place={place}
            rules={rules}
            leadsTo={leadsTo}
            onDecided={() => onDone(text('rules.decidedDone', { number: opened.number }))}
            onClose={() => void change({ question: '', ...nothingBehind })}
          />
        )}
      </div>
      <TimesNote timing={timing} />
      <DecisionsList deliveryID={deliveryID} rules={rules} questions={statistics.questions} onDone={onDone} />
      <Summary of={statistics} />
      <QuestionChart questions={statistics.questions} />
      <RulesHistory deliveryID={deliveryID} rules={rules} onDone={onDone} />
      <Definitions />
    </>
  )
}

/** The questions of a delivery: how each worked, what is to be looked at, and what was decided about it. */
export const QuestionsPart = ({
  deliveryID,
  examGuid,
  leadsTo,
}: {
  readonly deliveryID: string
  readonly examGuid: string
  leadsTo(path: string): boolean
}) => {
  const { api, text } = useOffice()
  const [{ version }, change] = useAddressQuery(fields)
  const query = { examGuid, deliveryID, ...(version !== undefined && { version }) }
  const statistics = useQuery(officeQuery(api, officeExamStatistics, { query }))
  const rules = useQuery(officeQuery(api, officeResultRules, { query: { deliveryID } }))
  const readAgain = useRulesAgain()
  const [done, setDone] = useState<string>()
  const place = useResultFocus(done, rules.data)
  const { error } = statistics
  // Nobody has handed in yet.
  const isNobody = error instanceof CallFailed && error.failure.kind === 'refused' && error.failure.code === 'NOT_FOUND'
  const isLoaded = statistics.data !== undefined && rules.data !== undefined
  return (
    <div className={styles.stack}>
      <div ref={place} tabIndex={-1} className={styles.notice}>
        <Notice onClose={() => setDone(undefined)}>{done}</Notice>
      </div>
      {isNobody && version === undefined && <p>{text('rules.noResults')}</p>}
      {isNobody && version !== undefined && (
        <>
          <p>{text('statistics.noVersion', { version: String(version) })}</p>
          <p>
            <Button className={density.press} onPress={() => void change({ version: undefined })}>
              {text('statistics.newestVersion')}
            </Button>
          </p>
        </>
      )}
      {!isLoaded && !isNobody && (
        <ReadingNote
          isError={statistics.isError || rules.isError}
          onAgain={() => {
            void statistics.refetch()
            void rules.refetch()
          }}
        />
      )}
      {statistics.data && rules.data && (
        <Questions
          {...{ deliveryID, examGuid, leadsTo }}
          rules={rules.data}
          statistics={statistics.data}
          onDone={(next) => {
            setDone(next)
            readAgain()
          }}
        />
      )}
    </div>
  )
}
