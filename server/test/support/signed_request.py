"""Signs and sends requests as a client in another language would, with only Python's standard library.

Reads one JSON request per line from standard input, {"method", "target", "body", "version"} (body: text or
null), and writes one JSON response per line, {"status", "headers", "text"}. Base address, key and secret
are the three arguments. The string to sign is built by hand from the documentation (docs page "Signing").
"""

import base64
import hashlib
import hmac
import json
import sys
import urllib.error
import urllib.request
from email.utils import formatdate


def string_to_sign(method, body, content_type, date, target):
    digest = hashlib.md5(body).hexdigest() if body else ""
    return "\n".join([method, digest, content_type, date, target])


def signature(secret, text):
    mac = hmac.new(secret.encode("utf-8"), text.encode("utf-8"), hashlib.sha1)
    return base64.b64encode(mac.digest()).decode("ascii")


def send(base_url, api_key, api_secret, wish):
    body = wish["body"].encode("utf-8") if wish["body"] is not None else b""
    date = formatdate(usegmt=True)
    text = string_to_sign(wish["method"], body, "application/json", date, wish["target"])
    request = urllib.request.Request(
        base_url + wish["target"],
        data=body if wish["method"] != "GET" else None,
        method=wish["method"],
        headers={
            "Authorization": "HMAC %s:%s" % (api_key, signature(api_secret, text)),
            "Date": date,
            "Content-Type": "application/json",
            "Api-Version": wish["version"],
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def main():
    base_url, api_key, api_secret = sys.argv[1:4]
    for line in sys.stdin:
        status, headers, body = send(base_url, api_key, api_secret, json.loads(line))
        answer = {
            "status": status,
            "headers": {name.lower(): value for name, value in headers.items()},
            "text": body.decode("utf-8"),
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
