import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../context/player-context.tsx'
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
