import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { usePlayer } from '../../../../context/player-context.tsx'
import { useLaterMessages } from '../../preload/later-messages.ts'
import type { Notice } from './upload-words.ts'

/** Something that the panel tells or asks; one after the other. */
export type UploadNote =
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'replace'; readonly fileName: string; replace(): void }

/** The panel's dialogs: what went wrong, and whether a file of the same name is to be replaced. */
export const UploadDialog = ({ note, onClose }: { readonly note: UploadNote; onClose(): void }) => {
  const { text } = usePlayer()
  const later = useLaterMessages()
  if (note.kind === 'notice') {
    const { title, text: id, file, limit = '', why, refusal, isStillHere } = note.notice
    return (
      <Dialog
        role="alertdialog"
        title={text(title)}
        isDismissable
        onClose={onClose}
        actions={
          <Button variant="primary" onPress={onClose} autoFocus>
            {text('upload.ok')}
          </Button>
        }
      >
        <p>{text(id, { file, limit })}</p>
        {why !== undefined && <p>{text(why)}</p>}
        {refusal !== undefined && later && <p>{later(refusal)}</p>}
        {isStillHere && <p>{text('upload.stillHere')}</p>}
      </Dialog>
    )
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('upload.replaceTitle')}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {text('upload.no')}
          </Button>
          <Button
            variant="primary"
            isIrreversible
            onPress={() => {
              note.replace()
              onClose()
            }}
          >
            {text('upload.yes')}
          </Button>
        </>
      }
    >
      <p>{text('upload.replaceText', { file: note.fileName })}</p>
    </Dialog>
  )
}
