"""An S3-compatible store for tests: OpenStack Swift, its S3 middleware and their dependencies in one process.

Objects are in memory, their listings in the given folder. Prints its port when it is ready.
"""
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

import eventlet.wsgi  # noqa: E402
from eventlet import tpool  # noqa: E402
from swift.common import utils  # noqa: E402

folder, access_key, secret_key, region = sys.argv[1:5]
utils.HASH_PATH_PREFIX = b'tests'
utils.HASH_PATH_SUFFIX = b''
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n')

from swift.account.server import AccountController  # noqa: E402
from swift.common.middleware import bulk, listing_formats, slo, tempauth  # noqa: E402
from swift.common.middleware.s3api import s3api  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import POLICIES  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.mem_server import ObjectController  # noqa: E402
from swift.proxy.server import Application  # noqa: E402

devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'one', 'tmp'))
conf = {'devices': devices, 'swift_dir': folder, 'mount_check': 'false', 'log_level': 'ERROR', 'workers': '0',
        'account_autocreate': 'true', 'fallocate_reserve': '0', 'disable_fallocate': 'true', 'node_timeout': '60', 
        'conn_timeout': '10'}
silent = open(os.devnull, 'w')


def serve(listener, app):
    eventlet.spawn(eventlet.wsgi.server, listener, app, silent, keepalive=True, minimum_chunk_size=1)


def listen():
    return eventlet.listen(('127.0.0.1', 0), backlog=64)


def ring(name, port):
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'one'})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))


for name, controller in (('account', AccountController), ('container', ContainerController),
                         ('object', ObjectController)):
    listener = listen()
    ring(name, listener.getsockname()[1])
    logger = utils.get_logger(conf, log_route=name)
    serve(listener, controller(conf, logger=logger) if name == 'container' else controller(conf))

for policy in POLICIES:
    policy.load_ring(folder)

app = Application(conf)
for factory, options in (
    (slo.filter_factory, {'min_segment_size': '1'}),
    (bulk.filter_factory, {}),
    (tempauth.filter_factory, {'user_' + access_key.replace(':', '_'): secret_key + ' .admin'}),
    (s3api.filter_factory, {'location': region, 'check_bucket_owner': 'false', 's3_acl': 'false',
                            'auth_pipeline_check': 'false', 'max_bucket_listing': '5', 'min_segment_size': '1'}),
    (listing_formats.filter_factory, {}),
):
    app = factory({**conf, **options})(app)


class Remembered:
    """A replacement for the memcached that Swift uses elsewhere."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_options):
        return self.values.get(key)

    def set(self, key, value, **_options):
        self.values[key] = value

    def delete(self, key, **_options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_options):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


remembered = Remembered()


def answer(environ, start_response):
    environ['swift.cache'] = remembered
    return app(environ, start_response)


listener = listen()
serve(listener, answer)
print(listener.getsockname()[1], flush=True)
# Runs until its parent process closes standard input.
tpool.execute(sys.stdin.read)
