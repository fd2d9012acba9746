import { officeMarkingQuestions, type ReplyOf } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed, officeQuery } from '../../calls/office-query.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { ActionLink } from '../../people/action-link.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { examsPath, placeFields, recallPath, responsesPath } from './override-address.ts'

type Question = ReplyOf<typeof officeMarkingQuestions>['questions'][number]

const minuteMs = 60_000
const none: readonly Question[] = []
const keyOf = ({ queueID }: Question) => queueID

const titleOf = ({ number, text: begins }: Question, text: OfficeText): string =>
  number === undefined ? text('marking.queueOpen', { begins }) : text('marking.queueOf', { number, begins })

const columnsOf = (text: OfficeText): readonly Column<Question>[] => [
  {
    ...{ kind: 'text', id: 'by', title: text('marking.column.markedBy'), widthRem: 10, priority: 1 },
    text: ({ isAutomatic }) => text(isAutomatic ? 'marking.byKey' : 'marking.byPerson'),
  },
  {
    ...{ kind: 'number', id: 'max', title: text('marking.column.most'), widthRem: 7 },
    format: { maximumFractionDigits: 9 },
    number: ({ maxMarks }) => maxMarks,
  },
]

/** The questions of an exam, to find a response to one of them. */
const QuestionsPage = ({ examGuid, examVersion }: { readonly examGuid: string; readonly examVersion: number }) => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const [{ delivery }] = useAddressQuery(placeFields)
  const query = { examGuid, examVersion, ...(delivery !== '' && { deliveryID: delivery }) }
  const { data, error, isError, isFetching, refetch } = useQuery(officeQuery(api, officeMarkingQuestions, { query }))
  const isGone = error instanceof CallFailed && error.failure.kind === 'refused'
  const name = useMemo(
    (): NameColumn<Question> => ({
      ...{ id: 'question', title: text('marking.column.question'), widthRem: 20 },
      name: (question) => titleOf(question, text),
      href: ({ queueID }) => officeHref(responsesPath(queueID)),
    }),
    [text],
  )
  const columns = useMemo(() => columnsOf(text), [text])
  return (
    <OfficePage
      title={text('marking.overrideQuestions')}
      above={<OfficeLink to={examsPath}>{text('marking.override')}</OfficeLink>}
      actions={<ActionLink to={recallPath(query)}>{text('marking.recall')}</ActionLink>}
      fills
      isLoading={data === undefined && !isError}
    >
      <DataTable
        caption={text('marking.overrideQuestions')}
        nameColumn={name}
        columns={columns}
        rows={data?.questions ?? none}
        keyOf={keyOf}
        activity={isError && !isGone ? 'failed' : isFetching ? 'loading' : 'idle'}
        hasMore={false}
        onMore={() => {}}
        onRetry={() => void refetch()}
        asOfMs={data && Date.parse(data.asOf)}
        staleAfterMs={5 * minuteMs}
        empty={text(isGone ? 'marking.placeGone' : 'marking.overrideNoQuestions')}
        onOpen={({ queueID }) => void navigate({ to: responsesPath(queueID) })}
        expectedRows={5}
      />
    </OfficePage>
  )
}

export default QuestionsPage
