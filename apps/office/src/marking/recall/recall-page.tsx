import { officeMarkersOf, officeMarkingQuestions } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, officeQuery } from '../../calls/office-query.ts'
import { useOffice } from '../../office-context.tsx'
import { nameOf } from '../../people/person-name.ts'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { placeFields, questionsPath } from '../override/override-address.ts'
import { LatelyReturned } from './lately-returned.tsx'
import styles from './recall.module.css'
import { RecallDialog } from './recall-dialog.tsx'
import { RecallForm } from './recall-form.tsx'
import { bodyOf } from './recall-values.ts'
import { useRecall } from './use-recall.ts'

/** Why nothing shows, and the way to try again if that may help. */
const Failure = ({ error, onRetry }: { readonly error: Error; onRetry(): void }) => {
  const { text } = useOffice()
  const isGone = error instanceof CallFailed && error.failure.kind === 'refused'
  return (
    <>
      <Problem>{text(isGone ? 'marking.placeGone' : 'marking.failed')}</Problem>
      {!isGone && (
        <Button className={density.press} onPress={onRetry}>
          {text('table.retry')}
        </Button>
      )}
    </>
  )
}

/** Returns the marks that one person gave in an exam to their queues, after showing what that does; and takes such a return back. */
const RecallPage = ({ examGuid, examVersion }: { readonly examGuid: string; readonly examVersion: number }) => {
  const { api, text } = useOffice()
  const [{ delivery }] = useAddressQuery(placeFields)
  const place = { examGuid, examVersion, ...(delivery !== '' && { deliveryID: delivery }) }
  const markers = useQuery(officeQuery(api, officeMarkersOf, { query: place }))
  const questions = useQuery(officeQuery(api, officeMarkingQuestions, { query: place }))
  const { recall, problem, isPending, show, confirm, close } = useRecall()
  const [notice, setNotice] = useState<string>()
  const error = markers.error ?? questions.error
  const isLoading = error === null && (markers.data === undefined || questions.data === undefined)
  const data = markers.data && questions.data && { ...markers.data, questions: questions.data.questions }
  const marker = data?.markers.find(({ userID }) => userID === recall?.body.userID)
  return (
    <OfficePage
      title={text('marking.recall')}
      above={<OfficeLink to={questionsPath(place)}>{text('marking.overrideQuestions')}</OfficeLink>}
      isLoading={isLoading}
    >
      <div className={classNames(density.compact, styles.page)}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        <p>{text('marking.recall.help')}</p>
        {isLoading && <p role="status">{text('marking.loading')}</p>}
        {error !== null && <Failure error={error} onRetry={() => void Promise.all([markers.refetch(), questions.refetch()])} />}
        {data?.markers.length === 0 && <p>{text('marking.recall.none')}</p>}
        {data && data.markers.length > 0 && (
          <RecallForm
            markers={data.markers}
            questions={data.questions}
            problem={recall ? undefined : problem}
            isPending={isPending && !recall}
            onShow={(chosen) => {
              setNotice(undefined)
              void show(bodyOf(place, chosen))
            }}
          />
        )}
        {data && data.returns.length > 0 && <LatelyReturned returns={data.returns} onDone={setNotice} />}
      </div>
      {recall && (
        <RecallDialog
          preview={recall.preview}
          name={marker ? nameOf(marker) : ''}
          isPending={isPending}
          problem={problem}
          onConfirm={(reason) => void confirm(reason, (count) => setNotice(text('marking.recall.done', { count })))}
          onClose={close}
        />
      )}
    </OfficePage>
  )
}

export default RecallPage
