import {
  type AccommodationDocument,
  officeAccommodationDocuments,
  officeAccommodations,
  officeOpenAccommodationDocument,
  officeRemoveAccommodationDocument,
  type PersonState,
} from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../../calls/office-query.ts'
import { takingFile } from '../../library/sending/long-requests.ts'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import type { Done } from '../../people/person-acts.ts'
import { nameOf } from '../../people/person-name.ts'
import styles from '../../people/section.module.css'
import { Section } from '../../people/section.tsx'
import { useAct } from '../../people/use-act.ts'
import { AddDocument } from './add-document.tsx'
import { DocumentRow } from './document-row.tsx'
import { behindText, documentFailure } from './document-text.ts'

interface Props {
  readonly person: PersonState
  onDone(done: Done): void
}

const useDocuments = ({ userID }: PersonState) => {
  const { api } = useOffice()
  const queries = useQueryClient()
  const query = useQuery(officeQuery(api, officeAccommodationDocuments, { query: { userID } }))
  const accommodations = useQuery(officeQuery(api, officeAccommodations, { query: { userID } }))
  return {
    ...query,
    accommodations: accommodations.data?.accommodations ?? [],
    hasNone: accommodations.data?.accommodations.length === 0,
    readAgain: () => void queries.invalidateQueries({ queryKey: [officeAccommodationDocuments.name] }),
  }
}

/** Saves a document as a file; that it was opened is listed from then on. */
const useOpen = (userID: number, readAgain: () => void) => {
  const { api } = useOffice()
  const { fetchBy } = useOfficeParts()
  const act = useAct(documentFailure)
  const [openingID, setOpening] = useState<string>()
  const open = async ({ documentID, name = '' }: AccommodationDocument) => {
    let taken: Blob | undefined
    const send = takingFile(fetchBy, (blob) => {
      taken = blob
    })
    setOpening(documentID)
    const body = { userID, documentID }
    const done = await act.run(() => api.call(officeOpenAccommodationDocument, { body }, { send, attempts: 1 }))
    setOpening(undefined)
    readAgain()
    if (done?.ok && taken !== undefined) saveFile(name, taken)
  }
  return { open, openingID, problem: act.problem }
}

/** Asks before a document is removed for good. */
const RemoveDocument = ({
  userID,
  document,
  onRemoved,
  onClose,
}: {
  readonly userID: number
  readonly document: AccommodationDocument
  onRemoved(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const act = useAct(documentFailure)
  const remove = async () => {
    const body = { userID, documentID: document.documentID }
    const done = await act.run(() => api.call(officeRemoveAccommodationDocument, { body }))
    if (done?.ok) onRemoved()
  }
  return (
    <ConfirmDialog
      title={text('document.removeTitle', { name: document.name ?? '' })}
      consequences={[text('document.removeForGood'), text('document.removeListed')]}
      confirm={text('document.remove')}
      isDangerous
      isPending={act.isPending}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

type Asked = { readonly is: 'add' } | { readonly is: 'remove'; readonly document: AccommodationDocument }

const Documents = ({ person, onDone }: Props) => {
  const { text } = useOffice()
  const { data, error, isError, refetch, readAgain, accommodations, hasNone } = useDocuments(person)
  const opening = useOpen(person.userID, readAgain)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  // Of a person who isn't in the part of the organisation in which the caller may see them.
  if (error?.failure.kind === 'refused' && error.failure.code === 'NOT_ALLOWED') return null
  const done = (notice: string) => {
    close()
    readAgain()
    onDone({ notice })
  }
  const { documents = [], mayWrite = false, keptDays } = data ?? {}
  const mayAdd = mayWrite && accommodations.length > 0
  return (
    <Section
      title={text('document.title')}
      actions={
        mayAdd && (
          <Button className={density.press} onPress={() => setAsked({ is: 'add' })}>
            {text('document.addShort')}
          </Button>
        )
      }
    >
      {data === undefined && !isError && <p className={styles.quiet}>{text('document.loading')}</p>}
      {isError && (
        <div className={styles.acts}>
          <Problem>{text('document.failed')}</Problem>
          <Button className={density.press} onPress={() => void refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {opening.problem !== undefined && <Problem>{opening.problem}</Problem>}
      {data !== undefined && documents.length === 0 && (
        <p className={styles.quiet}>{text(hasNone ? 'document.noneYet' : 'document.none')}</p>
      )}
      {documents.length > 0 && (
        <ul className={styles.list}>
          {documents.map((one) => (
            <DocumentRow
              key={one.documentID}
              document={one}
              behind={behindText(one, accommodations, text)}
              keptDays={keptDays}
              isOpening={opening.openingID === one.documentID}
              onOpen={() => void opening.open(one)}
              onRemove={mayWrite ? () => setAsked({ is: 'remove', document: one }) : undefined}
            />
          ))}
        </ul>
      )}
      {asked?.is === 'add' && (
        <AddDocument
          userID={person.userID}
          name={nameOf(person)}
          accommodations={accommodations}
          onAdded={() => done(text('document.isAdded'))}
          onClose={close}
        />
      )}
      {asked?.is === 'remove' && (
        <RemoveDocument
          userID={person.userID}
          document={asked.document}
          onRemoved={() => done(text('document.wasRemoved'))}
          onClose={close}
        />
      )}
    </Section>
  )
}

/** The section with the documents behind a person's accommodations. It renders nothing, and asks for nothing, for callers without the permission. */
export const PersonDocuments = (props: Props) => {
  const { may } = useOffice()
  return may('accommodations.documents', 'anywhere') ? <Documents {...props} /> : null
}
