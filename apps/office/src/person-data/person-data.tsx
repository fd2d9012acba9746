import { officeExportPerson, type officePerson, type ReplyOf } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { takingFile } from '../library/sending/long-requests.ts'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import type { Done } from '../people/person-acts.ts'
import { nameOf } from '../people/person-name.ts'
import styles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useReadAgain } from '../people/use-act.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** Asks before all that is known of a person is handed out, and saves it as a file. */
const ExportDialog = ({
  userID,
  name,
  onDone,
  onClose,
}: {
  readonly userID: number
  readonly name: string
  onDone(done: Done): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    setPending(true)
    setProblem(undefined)
    const file = `person-${userID}.zip`
    let taken: Blob | undefined
    const send = takingFile(fetchBy, (blob) => {
      taken = blob
    })
    const outcome = await api.call(officeExportPerson, { body: { userID } }, { send, attempts: 1 })
    if (outcome.ok && taken !== undefined) {
      saveFile(file, taken)
      return onDone({ notice: text('data.export.done', { name, file }) })
    }
    setPending(false)
    if (outcome.ok) return
    const isBusy = outcome.kind === 'refused' && outcome.code === 'BUSY'
    setProblem(isBusy ? text('data.export.busy') : failureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('data.export.title', { name })}
      consequences={[text('data.export.holds'), text('data.export.marks'), text('data.export.logged')]}
      confirm={text('data.export')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

/** What is known of a person, to be handed out or taken away. Not there for whoever may do neither. */
export const PersonData = ({ shown, onDone }: { readonly shown: ReplyOf<typeof officePerson>; onDone(done: Done): void }) => {
  const { text } = useOffice()
  const queries = useQueryClient()
  const readAgain = useReadAgain()
  const [asked, setAsked] = useState<'export' | 'erase'>()
  const { person, may } = shown
  const close = () => setAsked(undefined)
  if (!may.export && !may.erase) return null
  return (
    <Section title={text('data.title')}>
      <p className={styles.quiet}>{text('data.help')}</p>
      <div className={styles.acts}>
        {may.export && (
          <Button className={density.press} onPress={() => setAsked('export')}>
            {text('data.export')}
          </Button>
        )}
        {may.erase && (
          <Button className={density.press} onPress={() => setAsked('erase')}>
            {text('data.erase')}
          </Button>
        )}
      </div>
      {asked === 'export' && (
        <ExportDialog
          userID={person.userID}
          name={nameOf(person)}
          onDone={(done) => {
            close()
            readAgain()
            onDone(done)
          }}
          onClose={close}
        />
      )}
      {asked === 'erase' && (
        <EraseDialog
          person={person}
          onErased={() => {
            close()
            // No page of the office keeps anything of them.
            void queries.resetQueries()
          }}
          onClose={close}
        />
      )}
    </Section>
  )
}
