import type { LiveView } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { ActionDetails } from './action-details.tsx'
import { ActDialog, type OpenAct } from './acts/act-dialog.tsx'
import { didText } from './acts/act-text.ts'
import type { LiveStore } from './feed/live-store.ts'
import { useLiveSnapshot } from './use-live-store.ts'

/** What lies over a live view: what is being done, or what became of an action. */
export type Over = { readonly is: 'act'; readonly act: OpenAct } | { readonly is: 'action'; readonly actionID: string }

/** What lies over a live view, if anything does. */
export const LiveOver = ({
  store,
  view,
  over,
  onDone,
  onClose,
}: {
  readonly store: LiveStore
  readonly view: LiveView
  readonly over: Over | undefined
  onDone(notice: string): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const { actions } = useLiveSnapshot(store).facts
  if (over === undefined) return null
  if (over.is === 'act')
    return (
      <ActDialog
        act={over.act}
        view={view}
        store={store}
        isStored={(id) => actions.has(id)}
        onDone={onDone}
        onClose={onClose}
      />
    )
  const action = actions.get(over.actionID)
  if (action === undefined) return null
  return (
    <ActionDetails
      actionID={over.actionID}
      version={JSON.stringify(action.counts)}
      title={didText(action.act, view, text)}
      onClose={onClose}
    />
  )
}
