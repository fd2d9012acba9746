import { useNavigate } from '@tanstack/react-router'
import { usePlayer } from '../../api/player-context.tsx'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './not-found-page.module.css'

/** A path of the signed-in area that leads nowhere. */
export const NotFoundPage = () => {
  const { text } = usePlayer()
  const navigate = useNavigate()
  useAppBar({ title: text('notFound.title') })
  return (
    <Page heading={text('notFound.title')}>
      <div className={styles.content}>
        <p>{text('notFound.text')}</p>
        <Button variant="primary" onPress={() => navigate({ to: '/schedules' })}>
          {text('notFound.schedules')}
        </Button>
      </div>
    </Page>
  )
}
