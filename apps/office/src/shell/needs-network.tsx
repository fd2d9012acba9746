import { ping } from '@sitwell/contract'
import { type ReactNode, useEffect, useState } from 'react'
import type { KeptQueue } from '../marking/device/kept-line.ts'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { useIsLost } from '../session/use-is-lost.ts'
import styles from './needs-network.module.css'
import { OfficeLink } from './office-link.tsx'
import { OfficePage } from './office-page.tsx'

/** Milliseconds that the server is waited for before the page says that it can't be reached. */
const lookMs = 1500

/** The queues of this person of which responses are on this device. */
const useQueuesHere = (): readonly KeptQueue[] => {
  const { marking } = useOfficeParts()
  const { may, reportError } = useOffice()
  const mayMark = may('marks.give', 'anywhere')
  const [queues, setQueues] = useState<readonly KeptQueue[]>([])
  useEffect(() => {
    if (!mayMark) return
    let isGone = false
    const look = async () => {
      const found = await (await marking.open()).queuesHere()
      if (!isGone) setQueues(found)
    }
    look().catch(reportError)
    return () => {
      isGone = true
    }
  }, [marking, mayMark, reportError])
  return queues
}

const NoNetwork = () => {
  const { text } = useOffice()
  const queues = useQueuesHere()
  return (
    <OfficePage title={text('office.needsNetworkTitle')}>
      <div className={styles.content}>
        <p>{text('office.needsNetwork')}</p>
        {queues.length > 0 && (
          <ul className={styles.queues}>
            {queues.map(({ queueID, waiting }) => (
              <li key={queueID}>
                <OfficeLink to={`/marking/queues/${queueID}`}>{text('office.goOnMarking', { count: waiting })}</OfficeLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </OfficePage>
  )
}

/**
 * A page that can't be opened without the server, or, as long as that can't be reached, what says so: the page opens by itself once it can. One that is
 * open already stays, and so does what was entered in it. `pathname`: another one is another page.
 */
export const NeedsNetwork = ({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) => {
  const { api } = useOffice()
  const isLost = useIsLost()
  const [shown, setShown] = useState({ pathname, isOpen: !isLost, hasLooked: false })
  if (shown.pathname !== pathname) setShown({ pathname, isOpen: !isLost, hasLooked: false })
  else if (!shown.isOpen && !isLost) setShown({ ...shown, isOpen: true })
  const isWaiting = !shown.isOpen && !shown.hasLooked
  useEffect(() => {
    if (!isWaiting) return
    let isGone = false
    const looked = () => {
      if (!isGone) setShown((now) => ({ ...now, hasLooked: true }))
    }
    // One call that failed is no lost network: the page stays away only if another one fails too.
    const timer = setTimeout(looked, lookMs)
    void api.call(ping, {}, { attempts: 1 }).then(looked)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isWaiting, api])
  if (shown.isOpen) return children
  return shown.hasLooked ? <NoNetwork /> : null
}
