export default [{ rules: { 'no-undef': 'off', 'no-const-assign': 'error', 'no-redeclare': 'error', 'no-unreachable': 'error' } }];
