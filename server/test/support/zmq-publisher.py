# Publishes like Bitcoin Core over ZeroMQ, with a real libzmq. Reads one line per message from standard input: the topic,
# and the body in hex. Prints the port when it is bound, and the subscriptions. Ends with its input.
import struct
import sys
import threading

import zmq

context = zmq.Context()
socket = context.socket(zmq.XPUB)
socket.setsockopt(zmq.LINGER, 0)
port = sys.argv[1] if len(sys.argv) > 1 else "*"
socket.bind(f"tcp://127.0.0.1:{port}")
print("port", socket.getsockopt(zmq.LAST_ENDPOINT).decode().rstrip("\0").rsplit(":", 1)[1], flush=True)

lines = context.socket(zmq.PAIR)
lines.bind("inproc://lines")


def read_lines():
    pair = context.socket(zmq.PAIR)
    pair.connect("inproc://lines")
    for line in sys.stdin:
        pair.send_string(line.strip())
    pair.send_string("end")


threading.Thread(target=read_lines, daemon=True).start()
poller = zmq.Poller()
poller.register(socket, zmq.POLLIN)
poller.register(lines, zmq.POLLIN)
sequence = 0
while True:
    ready = dict(poller.poll())
    if socket in ready:
        wish = socket.recv()
        print("subscribed" if wish[0] == 1 else "left", wish[1:].decode(), flush=True)
    if lines in ready:
        line = lines.recv_string()
        if line == "end":
            break
        topic, body = line.split(" ")
        socket.send_multipart([topic.encode(), bytes.fromhex(body), struct.pack("<I", sequence)])
        sequence += 1
context.destroy(linger=0)
