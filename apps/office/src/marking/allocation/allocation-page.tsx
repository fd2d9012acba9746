import {
  type MarkingAllocation,
  officeMarkingAllocate,
  officeMarkingAllocations,
  officeMarkingQueues,
  type PossibleMarker,
} from '@sitwell/contract'
import { textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, officeQuery } from '../../calls/office-query.ts'
import { useOffice } from '../../office-context.tsx'
import { ActionLink } from '../../people/action-link.tsx'
import { failureText } from '../../people/failure-text.ts'
import { nameOf } from '../../people/person-name.ts'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { examLine, progressMarked, queueTitle } from '../marking-text.ts'
import { recallPath } from '../override/override-address.ts'
import pageStyles from '../page/page.module.css'
import styles from './allocation.module.css'

const none = {}
const fields = { delivery: textField({ longest: 128 }) }

/** Chooses who marks a question. Nobody chosen: whoever may mark there. */
const ChooseMarkers = ({
  allocation,
  possible,
  onDone,
  onClose,
}: {
  readonly allocation: MarkingAllocation
  readonly possible: readonly PossibleMarker[]
  onDone(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => new Set(allocation.markers.map(({ userID }) => userID)))
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const known = new Set(possible.map(({ userID }) => userID))
  // Those who may not mark there any more stand in the list as long as they are named, so that they can be taken out.
  const people = [...possible, ...allocation.markers.filter(({ userID }) => !known.has(userID))]
  const save = async () => {
    setPending(true)
    setProblem(undefined)
    const { queueID, version } = allocation
    const outcome = await api.call(officeMarkingAllocate, { body: { queueID, version, userIDs: [...chosen] } })
    setPending(false)
    const isChanged = !outcome.ok && outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE'
    if (outcome.ok || isChanged)
      for (const { name } of [officeMarkingAllocations, officeMarkingQueues])
        void queries.invalidateQueries({ queryKey: [name] })
    if (outcome.ok) return onDone()
    setProblem(isChanged ? text('marking.allocateChanged') : failureText(outcome, text))
  }
  return (
    <FormDialog
      title={text('marking.allocateTitle', { question: queueTitle(allocation, text) })}
      errors={none}
      problem={problem}
      submit={text('marking.allocateSave')}
      isPending={isPending}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <p>{text('marking.allocateHelp')}</p>
      <fieldset className={styles.people}>
        <legend className={density.unseen}>{text('marking.column.markers')}</legend>
        {people.map((person) => (
          <Checkbox
            key={person.userID}
            isSelected={chosen.has(person.userID)}
            onChange={(isChosen) =>
              setChosen(
                (before) => new Set([...before].filter((id) => id !== person.userID).concat(isChosen ? [person.userID] : [])),
              )
            }
          >
            <bdi>{nameOf(person)}</bdi>
            {!known.has(person.userID) && <span className={styles.unable}>{text('marking.unable')}</span>}
          </Checkbox>
        ))}
        {people.length === 0 && <p>{text('marking.noMarkers')}</p>}
      </fieldset>
    </FormDialog>
  )
}

const Question = ({ allocation, onEdit }: { readonly allocation: MarkingAllocation; onEdit(): void }) => {
  const { text } = useOffice()
  const { markers, counts } = allocation
  const title = queueTitle(allocation, text)
  const isUnable = markers.some((one) => one.isUnable)
  return (
    <li className={styles.question}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={pageStyles.quiet}>{progressMarked(counts, text)}</p>
        {markers.length === 0 && <p>{text('marking.everybody')}</p>}
        {markers.length > 0 && (
          <ul className={styles.names}>
            {markers.map((one) => (
              <li key={one.userID}>
                <bdi>{nameOf(one)}</bdi>
                {one.isUnable && <span className={styles.unable}>{text('marking.unable')}</span>}
              </li>
            ))}
          </ul>
        )}
        {isUnable && <p className={styles.grave}>{text('marking.unableHelp')}</p>}
      </div>
      <Button className={density.press} aria-label={text('marking.changeMarkersOf', { question: title })} onPress={onEdit}>
        {text('marking.changeMarkers')}
      </Button>
    </li>
  )
}

/** Who marks which question of a delivery, or of an exam that was sat without one. */
const AllocationPage = ({ examGuid, examVersion }: { readonly examGuid: string; readonly examVersion: number }) => {
  const { api, text, may } = useOffice()
  const [{ delivery }] = useAddressQuery(fields)
  const query = { examGuid, examVersion, ...(delivery !== '' && { deliveryID: delivery }) }
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeMarkingAllocations, { query }))
  const [edited, setEdited] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const allocation = data?.questions.find(({ queueID }) => queueID === edited)
  const first = data?.questions[0]
  const isGone = error instanceof CallFailed && error.failure.kind === 'refused'
  return (
    <OfficePage
      title={first === undefined ? text('marking.markers') : (first.deliveryName ?? examLine(first, text))}
      above={<OfficeLink to="/marking/markers">{text('marking.markers')}</OfficeLink>}
      actions={may('marks.adjudicate', 'anywhere') && <ActionLink to={recallPath(query)}>{text('marking.recall')}</ActionLink>}
      isLoading={data === undefined && !isError}
    >
      <div className={classNames(density.compact, styles.page)}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        {data === undefined && !isError && <p role="status">{text('marking.loading')}</p>}
        {isError && (
          <>
            <Problem>{text(isGone ? 'marking.placeGone' : 'marking.failed')}</Problem>
            {!isGone && (
              <Button className={density.press} onPress={() => void refetch()}>
                {text('table.retry')}
              </Button>
            )}
          </>
        )}
        {data && data.questions.length === 0 && <p>{text('marking.noPlaces')}</p>}
        {data && (
          <ul className={styles.list}>
            {data.questions.map((one) => (
              <Question key={one.queueID} allocation={one} onEdit={() => setEdited(one.queueID)} />
            ))}
          </ul>
        )}
      </div>
      {data && allocation && (
        <ChooseMarkers
          allocation={allocation}
          possible={data.possible}
          onDone={() => {
            setEdited(undefined)
            setNotice(text('marking.allocated', { question: queueTitle(allocation, text) }))
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </OfficePage>
  )
}

export default AllocationPage
