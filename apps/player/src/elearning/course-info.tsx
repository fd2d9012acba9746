import { type CourseAttempt, courseInfo } from '@sitwell/contract'
import { useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './course-page.module.css'

/** What a course says of itself, in the learner's language where the organisation has it; nothing where it doesn't come. */
export const CourseInfo = ({ course }: { readonly course: Pick<CourseAttempt, 'LearningObject_TextMessageID'> }) => {
  const { api, language, session } = usePlayer()
  const [text, setText] = useState('')
  const id = course.LearningObject_TextMessageID
  const orgID = session.client.id
  const langID = language.id
  useEffect(() => {
    if (id === null) return
    let isGone = false
    void api.call(courseInfo, { body: { orgID, langID, iDs: [id] } }).then((outcome) => {
      if (!isGone && outcome.ok) setText(outcome.value.find((one) => one.id === id)?.text ?? '')
    })
    return () => {
      isGone = true
    }
  }, [api, id, orgID, langID])
  return text === '' ? null : (
    <p className={styles.info} data-testid="course-info">
      <bdi>{text}</bdi>
    </p>
  )
}
