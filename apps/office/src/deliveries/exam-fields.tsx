import { officeDeliveryExams } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { PickField } from '@sitwell/office-ui/pick-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import type { DeliveryValues } from './delivery-values.ts'

const most = 20

/** The exam, found by its name, and its version. */
export const ExamFields = ({
  values: { exam, version },
  onExam,
  error,
}: {
  readonly values: DeliveryValues
  onExam(chosen: Pick<DeliveryValues, 'exam' | 'version'>): void
  readonly error: string | undefined
}) => {
  const { api, text } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: most }
  const { data, isError, isFetching, refetch } = useQuery(officeQuery(api, officeDeliveryExams, { query }))
  const exams = data?.exams ?? []
  return (
    <>
      <PickField
        label={text('deliveries.exam')}
        isRequired
        error={error}
        options={exams.map(({ examGuid, name }) => ({ id: examGuid, title: name }))}
        value={exam && { id: exam.guid, title: exam.title }}
        onChange={({ id }) => {
          const row = exams.find(({ examGuid }) => examGuid === id)
          if (row)
            onExam({ exam: { guid: row.examGuid, title: row.name, versions: row.versions }, version: row.versions[0] ?? 1 })
        }}
        onSearch={setSearch}
        isLoading={isFetching && data === undefined}
        hasFailed={isError}
        onRetry={() => void refetch()}
        hasMore={data?.hasMore === true}
      />
      {exam !== undefined && (
        <Choice
          label={text('deliveries.examVersion')}
          value={String(version)}
          options={exam.versions.map((one) => ({ id: String(one), title: String(one) }))}
          onChange={(id) => onExam({ exam, version: Number(id) })}
        />
      )}
    </>
  )
}
