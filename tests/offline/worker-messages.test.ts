import { expect, test } from 'vitest'
import { readFromWorker, readToWorker } from '#web/offline/worker-messages'

// A page or a worker of another version may be at the other end.

const owner = { type: 'set-owner', owner: 'ada', former: 'bo' }
const warmUp = { type: 'warm-up', always: true }

test.each<[unknown, unknown]>([
  ...[owner, { type: 'purge' }, warmUp, { type: 'claim' }, { type: 'SKIP_WAITING' }].map((sent): [unknown, unknown] => [
    sent,
    sent,
  ]),
  [{ ...owner, more: 1 }, owner],
  [
    { ...owner, former: 7 },
    { ...owner, former: null },
  ],
  [{ ...owner, owner: 7 }, null],
  [{ ...owner, type: undefined }, null],
  [
    { ...warmUp, always: 'yes' },
    { ...warmUp, always: false },
  ],
  [{ type: 'dance' }, null],
  ['purge', null],
  [null, null],
])('the worker reads %j as %j', (sent, read) => {
  expect(readToWorker(sent)).toEqual(read)
})

const trouble = { type: 'storage-trouble', trouble: 'full' }
const progress = { type: 'warm-up-progress', done: 1, total: 2, first: true }

test.each<[unknown, unknown]>([
  [trouble, trouble],
  [
    { ...trouble, trouble: 'worse' },
    { ...trouble, trouble: 'blocked' },
  ],
  [progress, progress],
  [
    { ...progress, first: undefined },
    { ...progress, first: false },
  ],
  [{ ...progress, done: '1' }, null],
  [{ ...progress, total: undefined }, null],
  [{ ...progress, type: 'dance' }, null],
  [undefined, null],
])('the page reads %j as %j', (sent, read) => {
  expect(readFromWorker(sent)).toEqual(read)
})
