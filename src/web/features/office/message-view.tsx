import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Textarea, type TextareaProps } from '@chakra-ui/react/textarea'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getOfficeMessage, MESSAGE_MAX, type OfficeMessage } from '#contract/message'
import { characterCount } from '#rules/names'
import { listed } from '#rules/words'
import { officeMessage, tellMembers } from '../../data/message.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { Failure } from '../data-screen/data-screen.tsx'
import { UnsavedChanges } from '../data-screen/unsaved-changes.tsx'
import { OfficeData, OfficePage } from './office-page.tsx'

interface TextAreaProps extends TextareaProps {
  readonly label: string
  readonly hint?: string
}

/** For sentences: a line would show only their end. */
const TextArea = ({ label, hint, ...textarea }: TextAreaProps) => (
  <Field.Root>
    <Field.Label>{label}</Field.Label>
    <Textarea
      size="lg"
      rows={5}
      autoComplete="off"
      background="bg.panel"
      borderColor="fg.muted"
      resize="vertical"
      {...textarea}
    />
    {hint && <Field.HelperText textWrap="pretty">{hint}</Field.HelperText>}
  </Field.Root>
)

const names = (list: readonly string[]) => (list.length === 0 ? 'no one' : listed(list))

const devicesText = (count: number) =>
  count === 0 ? 'No device is' : count === 1 ? 'One device is' : `${count} devices are`

function Telling({ message, readBy, unreadBy, notified }: OfficeMessage) {
  const tell = useMutation(tellMembers())
  const [words, setWords] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const [isBlank, setIsBlank] = useState(false)
  const left = MESSAGE_MAX - characterCount(words.trim())
  const after = message?.id ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsBlank(words.trim() === '')
    if (words.trim() !== '' && left >= 0) setIsAsking(true)
  }
  return (
    <div className="stack">
      {message && (
        <Card title="On every screen">
          <p>{message.words}</p>
          <Facts
            facts={[
              ['Sent', `${instantText(message.at)}${message.by ? ` by ${message.by}` : ''}`],
              ['Read by', names(readBy)],
              ['Not read by', names(unreadBy)],
            ]}
          />
          <div className="buttons">
            <PlainButton disabled={tell.isPending} onClick={() => tell.mutate({ words: '', after })}>
              Take it down
            </PlainButton>
          </div>
        </Card>
      )}
      <ChakraGround>
        <form className="stack" aria-label="Announcement" onSubmit={submit}>
          <TextArea
            label="Message"
            hint={left >= 0 ? `${left} characters left` : `${-left} characters too long`}
            required
            value={words}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value)
              setIsBlank(false)
            }}
          />
          <div className="buttons">
            <Button type="submit" minHeight="tap" disabled={tell.isPending || left < 0}>
              Send to everyone
            </Button>
          </div>
        </form>
      </ChakraGround>
      {isBlank && (
        <Notice isAnswer kind="warning">
          Write a message first.
        </Notice>
      )}
      {tell.isSuccess && (
        <Notice isAnswer kind="success" onClose={tell.reset}>
          {tell.variables.words === '' ? 'Taken down.' : 'Sent.'}
        </Notice>
      )}
      <Failure isAnswer of={tell} />
      <UnsavedChanges isDirty={words.trim() !== ''}>Your message is not sent and would be lost.</UnsavedChanges>
      {isAsking && (
        <Confirm
          title="Send to everyone?"
          confirmLabel="Send"
          isBusy={tell.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() =>
            tell.mutate({ words, after }, { onSuccess: () => setWords(''), onSettled: () => setIsAsking(false) })
          }
        >
          <p>{words.trim()}</p>
          <p>
            {`It stays on every member's screen until they have read it${message ? ', in place of the one before' : ''}. ${devicesText(notified)} notified.`}
          </p>
        </Confirm>
      )}
    </div>
  )
}

export const MessageView = () => (
  <OfficePage title="Message">
    <OfficeData query={officeMessage()} failure={getOfficeMessage.failure}>
      {(data) => <Telling {...data} />}
    </OfficeData>
  </OfficePage>
)
