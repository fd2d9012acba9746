import type { Schedule } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { isInSeb } from './in-seb.ts'
import styles from './seb-page.module.css'
import { type SebLinks, useSebLinks } from './use-seb-links.ts'

/** Where the program is to be had. */
const downloadUrl = 'https://safeexambrowser.org/download_en.html'

/** How the exam is opened where it can be opened: with a link, or with a file that its learners were given. */
const OpenStep = ({ links, isInside }: { readonly links: SebLinks; readonly isInside: boolean }) => {
  const { text } = usePlayer()
  if (links.openUrl === undefined) return <p>{text('seb.ownFile')}</p>
  return (
    <>
      {!isInside && <p>{text('seb.openStep')}</p>}
      <ButtonLink variant="primary" href={links.openUrl} data-testid="seb-open">
        <span>{text(isInside ? 'seb.openHere' : 'seb.open')}</span>
        <Icon name="next" />
      </ButtonLink>
      {links.fileUrl !== undefined && !isInside && (
        <p className={styles.file}>
          {text('seb.nothingOpens')}{' '}
          <a href={links.fileUrl} download data-testid="seb-file">
            {text('seb.file')}
          </a>
        </p>
      )}
    </>
  )
}

/** Tells who comes with another browser, or with other settings, how the exam is opened. */
const SebPage = ({ schedule, onBack }: { readonly schedule: Schedule; readonly onBack: (() => void) | undefined }) => {
  const { text } = usePlayer()
  const { links, again } = useSebLinks(schedule.guid)
  const isInside = isInSeb()
  const step = () => {
    if (links === undefined)
      return (
        <p role="status" className={styles.waits}>
          <Spinner size="small" />
          {text('seb.linksLoading')}
        </p>
      )
    if (links !== 'failed') return <OpenStep links={links} isInside={isInside} />
    return (
      <div role="alert">
        <p>{text('seb.linksFailed')}</p>
        <Button onPress={again}>
          <Icon name="reload" />
          {text('exam.retry')}
        </Button>
      </div>
    )
  }
  const why = isInside ? 'seb.otherSettings' : schedule.commenced ? 'seb.whyBegun' : 'seb.why'
  return (
    <Page align="centre" width="card">
      <Card width="card" data-testid="seb-page">
        <div className={styles.head}>
          <span className={styles.sign}>
            <Icon name="lock" />
          </span>
          <div>
            <OpeningHeading className={styles.title}>{text('seb.title')}</OpeningHeading>
            <p className={styles.exam}>
              <bdi>{schedule.examName}</bdi>
            </p>
          </div>
        </div>
        <p className={styles.why}>{text(why)}</p>
        {isInside ? (
          <div className={styles.only}>{step()}</div>
        ) : (
          <>
            <h2 className={styles.subtitle}>{text('seb.stepsTitle')}</h2>
            <ol className={styles.steps}>
              <li>
                <p>{text('seb.install')}</p>
                <a href={downloadUrl} target="_blank" rel="noreferrer" title={text('seb.getHelp')}>
                  {text('seb.get')}
                </a>
              </li>
              <li>{step()}</li>
              <li>
                <p>{text('seb.signIn')}</p>
              </li>
            </ol>
          </>
        )}
        {onBack && (
          <div className={styles.actions}>
            <Button onPress={onBack}>{text('exam.backToSchedules')}</Button>
          </div>
        )}
      </Card>
    </Page>
  )
}

export default SebPage
