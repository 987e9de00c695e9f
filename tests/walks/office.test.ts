import { expect } from 'vitest'
import { walk } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { logIn } from '../support/member.ts'

const WORDS = 'The draft begins at eight.'

walk(
  'an admin sends a message, reads the records and sees the members, and a member may do none of it',
  async ({ openTab }) => {
    const office = await openTab({ viewport: DESKTOP })
    const admin = office.page
    await logIn(admin, 'admin', '/league/message')
    await admin.getByRole('textbox', { name: 'Message' }).fill(WORDS)
    await admin.getByRole('button', { name: 'Send to everyone' }).click()
    await admin.getByRole('alertdialog', { name: 'Send to everyone?' }).getByRole('button', { name: 'Send' }).click()
    await admin.getByText('Sent.').waitFor()

    const phone = await openTab()
    const reader = phone.page
    await logIn(reader, 'yasmin', '/league/members')
    await reader.getByText('This page is for the admins of the league.').waitFor()
    for (const path of ['members', 'audit', 'message']) {
      const answer = await phone.context.request.get(`/api/v1/office/${path}`)
      expect(answer.status(), path).toBe(403)
    }
    const line = reader.getByRole('region', { name: 'Message to all members' })
    await line.getByText(WORDS).waitFor()
    await line.getByRole('button', { name: 'Got it' }).click()
    await line.waitFor({ state: 'detached' })

    const told = admin.getByRole('region', { name: 'On every screen' })
    const readBy = async () => {
      await admin.reload()
      return told.getByText('Read by', { exact: true }).locator('xpath=following-sibling::dd[1]').innerText()
    }
    await expect.poll(readBy).toBe('admin and Yasmin')
    await told.getByRole('button', { name: 'Take it down' }).click()
    await admin.getByText('Taken down.').waitFor()

    await admin.goto('/league/records')
    await admin.getByRole('list', { name: 'Records' }).getByText(WORDS).first().waitFor()

    await admin.goto('/league/members')
    const members = admin.getByRole('list', { name: 'Members' }).getByRole('button')
    await members.first().waitFor()
    expect(await members.count()).toBe(13)
    expect(await members.filter({ hasText: 'Yasmin' }).innerText()).toContain('ENA')
  },
)
