import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { isInSeb } from './in-seb.ts'
import styles from './quit-seb.module.css'
import { useSebLinks } from './use-seb-links.ts'

/**
 * The way out of Safe Exam Browser after an exam: a link to the address that closes it. Not before all answers are on the server: the
 * program may take away with it what the browser keeps. Nothing in any other browser.
 */
export const QuitSeb = ({ scheduleGuid, hasAll }: { readonly scheduleGuid: string; readonly hasAll: boolean }) =>
  isInSeb() ? <Quit scheduleGuid={scheduleGuid} hasAll={hasAll} /> : null

const Quit = ({ scheduleGuid, hasAll }: { readonly scheduleGuid: string; readonly hasAll: boolean }) => {
  const { text } = usePlayer()
  const { links } = useSebLinks(scheduleGuid)
  if (!hasAll)
    return (
      <p role="status" className={styles.quit}>
        <Icon name="alert" />
        <span>{text('seb.quitWait')}</span>
      </p>
    )
  if (links === undefined) return null
  const quitUrl = links === 'failed' ? undefined : links.quitUrl
  return (
    <section className={styles.quit} data-testid="quit-seb">
      <div>
        <h2 className={styles.title}>{text('seb.quitTitle')}</h2>
        <p>{text(quitUrl === undefined ? 'seb.quitByItself' : 'seb.quitHelp')}</p>
      </div>
      {quitUrl !== undefined && (
        <ButtonLink variant="primary" href={quitUrl}>
          <Icon name="signOut" />
          {text('seb.quit')}
        </ButtonLink>
      )}
    </section>
  )
}
