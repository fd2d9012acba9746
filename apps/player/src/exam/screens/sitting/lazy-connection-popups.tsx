import type { ComponentProps } from 'react'
import type { ClientSettings } from '../../../context/settings/client-settings.ts'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type ConnectionPopups from './connection-popups.tsx'

type ConnectionPopupsProps = ComponentProps<typeof ConnectionPopups>
const code = preloadable<ConnectionPopupsProps>(() => import('./connection-popups.tsx'))

/** Loads the code of it ahead, if the organisation wants it: it has to be there when the connection isn't. */
export const loadConnectionPopups = async (
  settings: Pick<ClientSettings, 'notifyImmediatelyOnLostConnection'>,
): Promise<void> => {
  if (settings.notifyImmediatelyOnLostConnection) await code.load()
}

/** What is told of a lost connection at once; most organisations don't want it. */
export const LazyConnectionPopups = (props: ConnectionPopupsProps) => <Preloaded code={code} props={props} />
