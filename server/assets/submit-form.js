// Posts the form of the page at once (src/greenfield/pairing.ts). Without a script, its button does.
document.querySelector('form').submit();
