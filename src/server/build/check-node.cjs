// Before anything that a person starts: an older Node would end it with a stack trace. In the syntax of the oldest. The
// packages are not even installed there (.npmrc).
'use strict'

var LEAST = [20, 19]
var version = process.versions.node
var parts = version.split('.').map(Number)

if (parts[0] < LEAST[0] || (parts[0] === LEAST[0] && parts[1] < LEAST[1])) {
  process.stderr.write(
    'Hockey Pool needs Node ' +
      LEAST.join('.') +
      ' or newer, and this is Node ' +
      version +
      '. Install a newer one: https://nodejs.org\n',
  )
  process.exit(1)
}
