import type { ExamSettings } from '@sitwell/contract'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type { ExtensionDialogProps } from './extension-dialog.tsx'

const code = preloadable<ExtensionDialogProps>(() => import('./extension-dialog.tsx'))

/** Loads its code ahead, for an exam that may be extended: at the end of the time there may be no network. */
export const loadExtensionDialog = async ({ isExtendable, awaitingExtension }: ExamSettings): Promise<void> => {
  if (isExtendable || awaitingExtension) await code.load()
}

/** What asks an invigilator for more time, and says the result of that. */
export const LazyExtensionDialog = (props: ExtensionDialogProps) => <Preloaded code={code} props={props} />
