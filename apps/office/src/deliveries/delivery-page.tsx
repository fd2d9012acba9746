import type { DeliveryState, officeAddToDelivery, ReplyOf } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { PapersPart } from '../exam-day/papers-part.tsx'
import { RoomsPart } from '../exam-day/rooms-list.tsx'
import { livePath } from '../live/live-address.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { nameOf } from '../people/person-name.ts'
import { useMomentText } from '../people/use-moment-text.ts'
import { WayInLink, wayInText } from '../people/way-in.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './deliveries.module.css'
import { DeliveryDetails, DeliveryFacts } from './delivery-facts.tsx'
import { DeliveryFrame } from './delivery-frame.tsx'
import { deliveryPath } from './delivery-text.ts'
import { InvigilatorsPart } from './invigilators-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { PreviewPart } from './preview-part.tsx'
import { ReadinessPart } from './readiness-part.tsx'
import { useApplying } from './use-applying.ts'
import { useDelivery } from './use-deliveries.ts'
import { WalkInDialog } from './walk-in-dialog.tsx'

type Added = ReplyOf<typeof officeAddToDelivery>

/** The result of a walk-in: the person, and the PIN or link that they need to begin. */
const AddedPerson = ({ added: { person, access }, onClose }: { readonly added: Added; onClose(): void }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const name = nameOf(person)
  return (
    <>
      <Notice onClose={onClose}>
        {[
          text('deliveries.walkIn.done', { name }),
          ...(person.pin === undefined ? [] : [text('deliveries.walkIn.pin', { pin: person.pin })]),
          ...(access ? [wayInText(access, name, text, moment)] : []),
        ].join(' ')}
      </Notice>
      {access && <WayInLink access={access} name={name} />}
    </>
  )
}

const Delivery = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text, may } = useOffice()
  const applying = useApplying(delivery.deliveryID)
  const { shown, problem, notice, setNotice, isPending, preview, undo } = applying
  const [dialog, setDialog] = useState<'cancel' | 'walk-in'>()
  const [added, setAdded] = useState<Added>()
  const result = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hash = shown?.preview.hash
  useEffect(() => {
    if (hash !== undefined) heading.current?.focus()
  }, [hash])
  const isDone = dialog === undefined && (notice !== undefined || added !== undefined)
  useEffect(() => {
    // The button that was pressed is gone with the preview or the dialog.
    if (isDone) result.current?.focus()
  }, [isDone])
  const { mayChange, canUndo, state } = delivery
  return (
    <div className={styles.page}>
      <DeliveryFacts delivery={delivery} />
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        {added && <AddedPerson added={added} onClose={() => setAdded(undefined)} />}
      </div>
      {mayChange && !shown && (
        <div className={styles.list}>
          <p className={styles.quiet}>{text('deliveries.pending')}</p>
          {problem !== undefined && <Problem>{problem}</Problem>}
          <div className={styles.acts}>
            <Button
              {...(state === 'draft' && { variant: 'primary' as const })}
              className={styles.press}
              isPending={isPending}
              onPress={() => void preview()}
            >
              {text('deliveries.preview')}
            </Button>
            {canUndo !== undefined && (
              <Button className={styles.press} isDisabled={isPending} onPress={() => void undo(canUndo)}>
                {text('deliveries.undo')}
              </Button>
            )}
            {state !== 'over' && (
              <Button className={styles.press} onPress={() => setDialog('walk-in')}>
                {text('deliveries.walkIn')}
              </Button>
            )}
            <Button className={styles.press} onPress={() => setDialog('cancel')}>
              {text('deliveries.cancel')}
            </Button>
          </div>
        </div>
      )}
      <PreviewPart applying={applying} zone={delivery.zone} heading={heading} />
      <ReadinessPart delivery={delivery} onPreview={() => void preview()} />
      <PapersPart delivery={delivery} />
      {(state === 'under-way' || state === 'over') && may('sittings.read', 'anywhere') && (
        <RoomsPart deliveryID={delivery.deliveryID} />
      )}
      <PeoplePart delivery={delivery} />
      <InvigilatorsPart delivery={delivery} />
      <DeliveryDetails delivery={delivery} />
      {dialog === 'walk-in' && (
        <WalkInDialog
          delivery={delivery}
          onAdded={(one) => {
            setNotice(undefined)
            setAdded(one)
            setDialog(undefined)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'cancel' && (
        <CancelDialog
          delivery={delivery}
          onDone={(words) => {
            setNotice(words)
            setDialog(undefined)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

/** One delivery: what it is, whether everybody can sit, who is scheduled, and what can be done with it. */
const DeliveryPage = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { text, may } = useOffice()
  const moment = useMomentText()
  const { data, error, isError, refetch } = useDelivery(deliveryID)
  const delivery = data?.delivery
  return (
    <DeliveryFrame
      title={delivery?.name}
      above={<OfficeLink to="/deliveries">{text('deliveries.back')}</OfficeLink>}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
      actions={
        <>
          {(delivery?.state === 'upcoming' || delivery?.state === 'under-way') && may('sittings.read', 'anywhere') && (
            <ActionLink to={livePath({ deliveryID })}>{text('live.title')}</ActionLink>
          )}
          {delivery && may('results.read') && (
            <ActionLink to={`/library/exams/${encodeURIComponent(delivery.examGuid)}/statistics?delivery=${deliveryID}`}>
              {text('deliveries.statistics')}
            </ActionLink>
          )}
          {delivery && may('results.read', 'anywhere') && (
            <ActionLink to={`/results/${encodeURIComponent(deliveryID)}`}>{text('results.heading')}</ActionLink>
          )}
          {delivery?.mayChange === true && may('exams.read') && (
            <ActionLink to={`${deliveryPath(deliveryID)}/edit`}>{text('deliveries.edit')}</ActionLink>
          )}
        </>
      }
    >
      {isError && data && <Problem>{text('deliveries.failedKept', { time: moment(data.asOf) })}</Problem>}
      {delivery && <Delivery delivery={delivery} />}
    </DeliveryFrame>
  )
}

export default DeliveryPage
