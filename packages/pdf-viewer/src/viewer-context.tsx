import type { Values } from '@sitwell/i18n/format'
import type { DocumentMessageId } from '@sitwell/i18n/message-ids'
import { createContext, type ReactNode, useContext } from 'react'
import type { DocumentFailure } from './document.machine.ts'

/** The source, the texts and the start of a document, from the app. The object has to stay the same for as long as the viewer shows. */
export interface ViewerApp {
  text(id: DocumentMessageId, values?: Values): string
  /** Why a document is not shown, and what to do if it is locked, in texts for the readers of this app. */
  readonly words: Readonly<Record<DocumentFailure | 'locked', string>>
  reportError(error: unknown, during?: string): void
  /** Another way to the file, which shows if the document is locked or can't be shown. */
  readonly wayOut?: ReactNode
}

const Viewer = createContext<ViewerApp | undefined>(undefined)

/** Gives the components of a viewer what they need of the app. */
export const ViewerProvider = ({ app, children }: { readonly app: ViewerApp; readonly children: ReactNode }) => (
  <Viewer value={app}>{children}</Viewer>
)

/** The parts that the app gave the viewer. Throws outside of a `ViewerProvider`. */
export const useViewer = (): ViewerApp => {
  const app = useContext(Viewer)
  if (app === undefined) throw new Error('A component of the viewer must be inside of ViewerProvider.')
  return app
}
